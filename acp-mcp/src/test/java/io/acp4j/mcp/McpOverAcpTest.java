package io.acp4j.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.PromptTurn;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.McpRequestId;
import io.acp4j.schema.McpServerAcpId;
import io.acp4j.schema.init.McpCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.mcp.McpResult;
import io.acp4j.schema.mcp.McpServerAcp;
import io.acp4j.schema.mcp.MessageMcpNotification;
import io.acp4j.schema.mcp.MessageMcpRequest;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.NewSessionRequest;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Exchanges between the SDK's own client, in an agent, and its own server, in an ACP client. */
class McpOverAcpTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final McpServers servers = McpServers.create();
    private final McpClients clients = McpClients.create();
    private final AcpMcpServerTransport transport = servers.transport("project-tools");
    private final CountDownLatch inSlowTool = new CountDownLatch(1);
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final McpSyncServer server = McpServer.sync(transport)
            .serverInfo("project-tools", "1")
            .capabilities(
                    McpSchema.ServerCapabilities.builder().tools(true).logging().build())
            .tools(tool("add", McpOverAcpTest::add), tool("fail", McpOverAcpTest::fail), tool("slow", this::slow))
            .build();
    private AgentConnection agent;
    private AcpClient client;

    private interface Tool {
        CallToolResult call(McpSyncServerExchange exchange, CallToolRequest request);
    }

    private static McpServerFeatures.SyncToolSpecification tool(String name, Tool tool) {
        return McpServerFeatures.SyncToolSpecification.builder()
                .tool(McpSchema.Tool.builder(name, Map.of("type", "object"))
                        .description("a tool of the test")
                        .build())
                .callHandler(tool::call)
                .build();
    }

    private static CallToolResult add(McpSyncServerExchange exchange, CallToolRequest request) {
        exchange.progressNotification(McpSchema.ProgressNotification.builder("token", 0.5)
                .total(1.0)
                .message("half of it")
                .build());
        exchange.loggingNotification(McpSchema.LoggingMessageNotification.builder(
                        McpSchema.LoggingLevel.WARNING,
                        "adding for " + exchange.getClientInfo().name())
                .build());
        int sum = ((Number) request.arguments().get("a")).intValue()
                + ((Number) request.arguments().get("b")).intValue();
        return CallToolResult.builder().addTextContent(Integer.toString(sum)).build();
    }

    private static CallToolResult fail(McpSyncServerExchange exchange, CallToolRequest request) {
        throw McpError.builder(4711)
                .message("this tool refuses")
                .data(Map.of("why", "test"))
                .build();
    }

    private CallToolResult slow(McpSyncServerExchange exchange, CallToolRequest request) {
        inSlowTool.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            told.add("interrupted");
            Thread.currentThread().interrupt();
        }
        return CallToolResult.builder().addTextContent("too late").build();
    }

    private void start(PromptHandler handler) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent = AcpAgent.builder()
                .info("agent", "1")
                .protocolVersions(version())
                .capabilities(all -> all.mcpCapabilities(McpCapabilities.NONE.withAcp()))
                .onNotification(Methods.MCP_MESSAGE_NOTIFICATION, clients)
                .onPrompt(handler)
                .build()
                .serve(pair.agent());
        client = AcpClient.builder(pair.client())
                .protocolVersions(version())
                .options(ConnectionOptions.defaults())
                .onRequestAsync(Methods.MCP_MESSAGE, servers)
                .connect();
    }

    /** The version of the protocol in which the agent and the client speak. */
    ProtocolVersion version() {
        return ProtocolVersion.V1;
    }

    private String nextTold() throws InterruptedException {
        return String.valueOf(told.poll(60, TimeUnit.SECONDS));
    }

    private void prompt() {
        client.newSession(NewSessionRequest.builder(Path.of("").toAbsolutePath().toString())
                        .mcpServers(List.of(transport.declaration()))
                        .build())
                .prompt("Use the tools");
    }

    private McpSyncClient connect(PromptTurn turn) {
        McpServerAcp declared = (McpServerAcp) turn.session().mcpServers().get(0);
        return McpClient.sync(clients.transport(agent::requestAsync, declared))
                .requestTimeout(PATIENCE)
                .clientInfo(McpSchema.Implementation.builder("the agent", "1").build())
                .progressConsumer(progress -> told.add(progress.progressToken() + " " + progress.message()))
                .loggingConsumer(log -> told.add(String.valueOf(log.data())))
                .build();
    }

    @AfterEach
    void close() {
        if (client != null) {
            client.close();
            agent.close();
        }
        server.close();
    }

    @Test
    void anAgentUsesTheToolsOfItsClient() throws Exception {
        start(turn -> {
            McpSyncClient tools = connect(turn);
            turn.say(tools.initialize().serverInfo().name() + ": ");
            turn.say(tools.listTools().tools().stream()
                    .map(McpSchema.Tool::name)
                    .sorted()
                    .toList()
                    .toString());
            CallToolResult sum = tools.callTool(CallToolRequest.builder("add")
                    .arguments(Map.of("a", 2, "b", 3))
                    .progressToken("token")
                    .build());
            turn.say(" " + ((McpSchema.TextContent) sum.content().get(0)).text());
            tools.closeGracefully();
        });
        StringBuilder said = new StringBuilder();
        client.newSession(
                        NewSessionRequest.builder(Path.of("").toAbsolutePath().toString())
                                .mcpServers(List.of(transport.declaration()))
                                .build(),
                        (session, update) -> {
                            if (update instanceof io.acp4j.schema.update.AgentMessageChunk chunk) {
                                said.append(chunk.text());
                            }
                        })
                .prompt("Use the tools");

        assertThat(said).hasToString("project-tools: [add, fail, slow] 5");
        // The SDK hands notifications to threads of its own.
        assertThat(List.of(nextTold(), nextTold()))
                .containsExactlyInAnyOrder("token half of it", "adding for the agent");
    }

    @Test
    void anErrorOfMcpStaysOne() {
        start(turn -> {
            McpSyncClient tools = connect(turn);
            tools.initialize();
            assertThatThrownBy(() ->
                            tools.callTool(CallToolRequest.builder("unknown").build()))
                    .isInstanceOf(McpError.class);
            try {
                CallToolResult failed =
                        tools.callTool(CallToolRequest.builder("fail").build());
                told.add("result " + failed.isError());
            } catch (McpError e) {
                told.add("error " + e.getJsonRpcError().code() + " "
                        + e.getJsonRpcError().data());
            }
        });

        prompt();

        assertThat(told.poll()).isIn("error 4711 {why=test}", "result true");
    }

    @Test
    void closingAClientCancelsWhatItsServerDoes() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        start(turn -> {
            McpSyncClient tools = connect(turn);
            tools.initialize();
            agent.executor().execute(() -> {
                try {
                    tools.callTool(CallToolRequest.builder("slow").build());
                } catch (RuntimeException e) {
                    called.countDown();
                }
            });
            assertThat(inSlowTool.await(60, TimeUnit.SECONDS)).isTrue();
            tools.close();
        });

        prompt();

        assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("interrupted");
        assertThat(called.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aServerThatIsClosedOrUnknownIsAnErrorOfTheConnection() {
        start(turn -> {
            McpSyncClient tools = connect(turn);
            tools.initialize();
            server.close();
            assertThatThrownBy(
                            () -> tools.callTool(CallToolRequest.builder("add").build()))
                    .hasMessageContaining("-32602");
            assertThatThrownBy(() -> agent.client()
                            .request(
                                    Methods.MCP_MESSAGE,
                                    MessageMcpRequest.of(
                                            new McpServerAcpId("unheard of"),
                                            new McpRequestId("1"),
                                            "tools/list",
                                            null)))
                    .isInstanceOf(AcpErrorException.class);
            told.add("done");
        });

        prompt();

        assertThat(told.poll()).isEqualTo("done");
    }

    @Test
    void aRequestWithoutInitializeIsServedAndNotificationsAboutNothingAreIgnored() {
        start(turn -> {
            clients.handle(
                    new MessageMcpNotification(
                            transport.declaration().serverId(),
                            new McpRequestId("none"),
                            "notifications/x",
                            null,
                            null),
                    agent);
            McpResult answer = (McpResult) agent.client()
                    .request(
                            Methods.MCP_MESSAGE,
                            MessageMcpRequest.of(
                                    transport.declaration().serverId(),
                                    new McpRequestId("mine"),
                                    "tools/list",
                                    RawJson.EMPTY_OBJECT));
            told.add(answer.result().toTree().path("tools").path(0).path("name").asText());
        });

        prompt();

        assertThat(told.poll()).isIn("add", "fail", "slow");
    }

    @Test
    void theEndOfTheConnectionEndsTheSession() {
        start(turn -> connect(turn).initialize());
        prompt();

        client.close();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(transport.sessionCount()).isZero());
    }
}
