package io.acp4j.agent.internal.v1;

import io.acp4j.agent.Client;
import io.acp4j.agent.internal.client.ClientRules;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.ProtocolRules;
import io.acp4j.agent.internal.protocol.Surroundings;
import io.acp4j.agent.internal.protocol.UpdateWriter;
import io.acp4j.agent.internal.protocol.WorkReports;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;

/** The rules of version 1: a prompt's response ends its turn, and the methods and updates are those of the vocabulary. */
public final class V1Version implements ProtocolRules {

    @Override
    public ProtocolVersion version() {
        return ProtocolVersion.V1;
    }

    @Override
    public Dialect dialect() {
        return Dialect.AS_DECLARED;
    }

    @Override
    public ClientRules client() {
        return V1ClientRules.INSTANCE;
    }

    @Override
    public JsonCodec<InitializeResponse> response() {
        return InitializeResponse.CODEC;
    }

    @Override
    public InitializeRequest introduction(RawJson params, boolean newer) throws SchemaException {
        return InitializeRequest.CODEC.decode(params);
    }

    @Override
    public AgentCapabilities advertised(AgentCapabilities stated) {
        return stated;
    }

    @Override
    public void check(Surroundings asked) {}

    @Override
    public OpenedState shown(OpenedState state, Client client) {
        return state.knownTo(client);
    }

    @Override
    public UpdateWriter updates(SessionId session, DefaultClient client) {
        return new V1Updates(session, client);
    }

    @Override
    public WorkReports reports(SessionId session, DefaultClient client) {
        return WorkReports.NONE;
    }
}
