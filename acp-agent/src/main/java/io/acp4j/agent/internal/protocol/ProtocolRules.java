package io.acp4j.agent.internal.protocol;

import io.acp4j.agent.Client;
import io.acp4j.agent.internal.client.ClientRules;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;

/** What one version of the protocol asks of an agent on the wire. Without state: one object serves all connections. */
public interface ProtocolRules {

    /** Returns the version. */
    ProtocolVersion version();

    /** Returns how its methods are named and written. */
    Dialect dialect();

    /** Returns how calls to the client are put. */
    ClientRules client();

    /** Returns how the response to {@code initialize} is written. */
    JsonCodec<InitializeResponse> response();

    /**
     * Reads the parameters of {@code initialize}.
     *
     * @param newer whether they ask for a newer version, so that what is malformed may be right there
     */
    InitializeRequest introduction(RawJson params, boolean newer) throws SchemaException;

    /** Returns what the agent advertises. */
    AgentCapabilities advertised(AgentCapabilities stated);

    /** Refuses what a request says about where a session works, beyond what every version refuses. */
    void check(Surroundings asked);

    /** Returns what a response says of a session that it opens. */
    OpenedState shown(OpenedState state, Client client);

    /** Makes what sends the updates of a session. */
    UpdateWriter updates(SessionId session, DefaultClient client);

    /** Makes what reports the work of a session. */
    WorkReports reports(SessionId session, DefaultClient client);
}
