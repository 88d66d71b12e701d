package io.acp4j.agent.internal.v2;

import io.acp4j.agent.Client;
import io.acp4j.agent.internal.client.ClientRules;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.ProtocolRules;
import io.acp4j.agent.internal.protocol.Surroundings;
import io.acp4j.agent.internal.protocol.UpdateWriter;
import io.acp4j.agent.internal.protocol.WorkReports;
import io.acp4j.agent.internal.serving.AgentParts;
import io.acp4j.agent.internal.serving.VersionHandlers;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.dialect.WireDialect;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.AgentAuthCapabilities;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.mcp.UnknownMcpServer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** The rules of the draft of version 2. */
public final class V2Version implements ProtocolRules, VersionHandlers {

    /** Becomes true when the agent first says what runs in the background of a session; it says so with every state from then on. */
    private final AtomicBoolean reporting = new AtomicBoolean();

    private static final Dialect DIALECT = new WireDialect(WireVersion.V2, false, true);

    @Override
    public ProtocolVersion version() {
        return ProtocolVersion.V2;
    }

    @Override
    public Dialect dialect() {
        return DIALECT;
    }

    @Override
    public ClientRules client() {
        return V2ClientRules.INSTANCE;
    }

    @Override
    public JsonCodec<InitializeResponse> response() {
        return InitializeResponse.CODEC.in(WireVersion.V2);
    }

    @Override
    public InitializeRequest introduction(RawJson params, boolean newer) throws SchemaException {
        return Introduction.read(params, newer);
    }

    @Override
    public AgentCapabilities advertised(AgentCapabilities stated) {
        // Every agent of the draft lists, resumes and closes; that is what an object of sessions says there. And
        // a client that can log in can log out.
        AgentAuthCapabilities auth = stated.auth();
        return stated.toBuilder()
                .loadSession(true)
                .auth(new AgentAuthCapabilities(null, auth.status(), auth.meta(), auth.extras()))
                .build();
    }

    @Override
    public void check(Surroundings asked) {
        Set<String> names = new HashSet<>();
        List<McpServer> servers = asked.mcpServers();
        for (int i = 0; i < servers.size(); i++) {
            McpServer server = servers.get(i);
            String path = "/params/mcpServers/" + i;
            if (server instanceof UnknownMcpServer unknown) {
                throw refused(path, "the agent has not advertised this transport", "type", unknown.type());
            }
            if (!names.add(server.name())) {
                throw refused(path, "another server has the same name", "name", server.name());
            }
        }
    }

    private static AcpErrorException refused(String path, String why, String member, String value) {
        return new AcpErrorException(
                ErrorCode.INVALID_PARAMS, "Invalid params: " + path + ": " + why, Map.of("path", path, member, value));
    }

    @Override
    public OpenedState shown(OpenedState state, Client client) {
        return new OpenedState(null, ModeOption.with(state.options(), state.modes()), state.meta());
    }

    @Override
    public UpdateWriter updates(SessionId session, DefaultClient client) {
        return new V2Updates(session, client);
    }

    @Override
    public WorkReports reports(SessionId session, DefaultClient client) {
        return new StateReports(session, client, reporting);
    }

    @Override
    public void addTo(ProtocolHandlers.Builder handlers, AgentParts parts) {
        new V2Handlers(parts).addTo(handlers);
    }
}
