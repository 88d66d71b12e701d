package io.acp4j.interop.client;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.UnstableCalls;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.McpRequestId;
import io.acp4j.schema.McpServerAcpId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.ProviderId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthState;
import io.acp4j.schema.auth.AuthStatusUpdateNotification;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.McpCapabilities;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.init.SessionSystemPromptCapabilities;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.mcp.McpError;
import io.acp4j.schema.mcp.McpServerAcp;
import io.acp4j.schema.mcp.MessageMcpNotification;
import io.acp4j.schema.mcp.MessageMcpRequest;
import io.acp4j.schema.mcp.MessageMcpResponse;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanFile;
import io.acp4j.schema.plan.PlanItems;
import io.acp4j.schema.plan.PlanMarkdown;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.prompt.Usage;
import io.acp4j.schema.provider.LlmProtocol;
import io.acp4j.schema.provider.SetProviderRequest;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.SessionArchiveFilter;
import io.acp4j.schema.session.SystemPrompt;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.PlanRemoved;
import io.acp4j.schema.update.PlanUpdate;
import io.acp4j.schema.update.RequiresActionStateUpdate;
import io.acp4j.schema.update.RunningStateUpdate;
import io.acp4j.schema.update.SessionMessage;
import io.acp4j.schema.update.SessionMessageChunk;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.SubagentSessionCapabilities;
import io.acp4j.schema.update.SubagentUpdate;
import io.acp4j.schema.update.UnknownStateUpdate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Has our client and our agent say everything that the protocol has not settled, and writes it down for the schema check. */
public final class UnstableExchange {

    private static final McpServerAcpId SERVER = new McpServerAcpId("server-1");
    private static final McpRequestId CALL = new McpRequestId("call-1");

    private UnstableExchange() {}

    /**
     * Runs the exchange.
     *
     * @param args {@code [--protocol 2]}, and the file to write the recording to
     * @throws IOException when it cannot be written
     */
    public static void main(String[] args) throws IOException {
        boolean newer = args.length == 3 && args[0].equals("--protocol") && args[1].equals("2");
        if (args.length != 1 && !newer) {
            System.err.println("usage: UnstableExchange [--protocol 2] RECORDING");
            System.exit(2);
        }
        try (Recorder recorder = new Recorder(Path.of(args[args.length - 1]))) {
            if (newer) {
                NewerExchange.run(recorder);
            } else {
                run(recorder);
                ProxyExchange.run(recorder.connection(2));
            }
        }
    }

    private static void run(Recorder recorder) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
            agent(repository).build().serve(pair.agent());
            try (AcpClient client = client(pair.client(), recorder).connect()) {
                var unused = ask(client);
            }
        }
    }

    static AcpAgentBuilder agent(SessionRepository repository) {
        return AcpAgent.builder()
                .info("unstable-agent", "1")
                .sessions(repository)
                .capabilities(all -> all.mcpCapabilities(McpCapabilities.NONE.withAcp())
                        .sessionCapabilities(SessionCapabilities.builder()
                                .systemPrompt(SessionSystemPromptCapabilities.OVERRIDE)
                                .build()))
                .unstable(more -> more.onAuthStatus(Answers::authStatus).providers(new Answers()))
                .onNotification(Methods.MCP_MESSAGE_NOTIFICATION, (notification, connection) -> {})
                .onPrompt(UnstableExchange::report);
    }

    static AcpClientBuilder client(InMemoryTransport transport, Recorder recorder) {
        return AcpClient.builder(transport)
                .options(ConnectionOptions.builder()
                        .listener(recorder.connection(1))
                        .build())
                .capabilities(ClientCapabilities.builder().plan().subagents().build())
                .onAuthStatus(status -> {})
                .onRequest(Methods.MCP_MESSAGE, (request, context) -> {
                    context.connection()
                            .notify(
                                    Methods.MCP_MESSAGE_NOTIFICATION,
                                    MessageMcpNotification.of(
                                            request.serverId(),
                                            request.requestId(),
                                            "notifications/message",
                                            RawJson.of(Map.of("level", "info"))));
                    return request.params() == null
                            ? MessageMcpResponse.error(McpError.of(-32602, "no parameters"))
                            : MessageMcpResponse.result(RawJson.NULL);
                });
    }

    static void report(PromptTurn turn) {
        turn.client().authStatusChanged(AuthStatusUpdateNotification.of(AuthState.UNAUTHENTICATED));
        turn.client().request(Methods.MCP_MESSAGE, MessageMcpRequest.of(SERVER, CALL, "tools/list", null));
        turn.client()
                .request(
                        Methods.MCP_MESSAGE,
                        MessageMcpRequest.of(SERVER, CALL, "tools/call", RawJson.of(Map.of("name", "look"))));
        PlanId plan = new PlanId("plan");
        turn.update(PlanUpdate.of(PlanItems.of(plan, PlanEntry.of("look"))));
        turn.update(PlanUpdate.of(PlanFile.of(plan, "file:///plan.md")));
        turn.update(PlanUpdate.of(PlanMarkdown.of(plan, "# Plan")));
        turn.update(PlanRemoved.of(plan));
        subagent(turn);
        turn.usage(Usage.of(12, 7));
    }

    private static void subagent(PromptTurn turn) {
        SessionId child = new SessionId("child");
        turn.update(SubagentUpdate.builder(child)
                .title(Patch.of("Searcher"))
                .description(Patch.cleared())
                .capabilities(Patch.of(SubagentSessionCapabilities.CANCEL))
                .state(Patch.of(RunningStateUpdate.EMPTY))
                .cwd(Patch.of("/project"))
                .additionalDirectories(Patch.of(List.of("/other")))
                .build());
        List<StateUpdate> states = List.of(
                RequiresActionStateUpdate.EMPTY,
                UnknownStateUpdate.EMPTY,
                IdleStateUpdate.failed(ErrorObject.of(ErrorCode.INTERNAL_ERROR, "failed")),
                new IdleStateUpdate(StopReason.END_TURN, null, Usage.of(1, 2), null, null));
        states.forEach(state ->
                turn.update(SubagentUpdate.builder(child).state(Patch.of(state)).build()));
        MessageId message = new MessageId("message");
        turn.update(SessionMessage.of(message, turn.session().id(), child, List.of(ContentBlock.text("look"))));
        turn.update(SessionMessageChunk.of(message, ContentBlock.text(" closely")));
    }

    /** Calls what an agent may offer beside sessions, and returns a session that was prompted. */
    static ClientSession ask(AcpClient client) {
        UnstableCalls calls = client.unstable();
        calls.authStatus();
        ProviderId provider = calls.listProviders().get(0).providerId();
        calls.setProvider(new SetProviderRequest(
                provider, LlmProtocol.OPENAI, "https://models.example", Map.of("Authorization", "Bearer x"), null));
        calls.disableProvider(provider);
        ClientSession session = client.newSession(NewSessionRequest.builder("/project")
                .mcpServers(List.of(McpServerAcp.of("tools", SERVER)))
                .systemPrompt(SystemPrompt.override("Be brief"))
                .build());
        session.prompt("Report");
        ClientSession fork = session.forks().fork();
        calls.sessionStatus(fork.id());
        fork.setTitle("Fork");
        fork.archive();
        client.listSessions(ListSessionsRequest.ALL.archived(SessionArchiveFilter.INCLUDE));
        calls.unarchiveSession(fork.id());
        return session;
    }
}
