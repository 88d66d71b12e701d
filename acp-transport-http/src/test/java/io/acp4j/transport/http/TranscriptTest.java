package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.transport.stdio.StdioTransport;
import io.acp4j.transport.ws.WsTransport;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One agent, served in both versions of the protocol over every transport: what clients are told is the same. */
class TranscriptTest {

    /** How a client reaches the agent. */
    enum Way {
        HTTP,
        WEB_SOCKET,
        SERVLET_IN_TOMCAT,
        SERVLET_IN_JETTY,
        WEB_SOCKET_OF_SERVLET
    }

    private static AcpAgent agent() {
        return AcpAgent.builder()
                .info("an-agent", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(SessionRepository.over(SessionStore.inMemory()))
                .onPrompt(turn -> {
                    switch (turn.text()) {
                        case "ask" -> {
                            var call = turn.toolCall(ToolCall.builder(new ToolCallId("call"), "a call")
                                    .kind(ToolKind.OTHER)
                                    .build());
                            var decision = turn.requestPermission(call, PermissionOption.allowOnce("yes", "Yes"));
                            call.complete("done");
                            turn.say(decision == null ? "undecided" : "decided");
                        }
                        case "wait" -> {
                            turn.say("waiting");
                            CompletableFuture<Void> cancelled = new CompletableFuture<>();
                            turn.cancellation().onCancel(() -> cancelled.complete(null));
                            cancelled.get(60, TimeUnit.SECONDS);
                        }
                        case "fail" -> throw new IllegalStateException("a test");
                        default -> {
                            for (int i = 0; i < 20; i++) {
                                turn.say("chunk " + i + ", ü😀; ");
                            }
                        }
                    }
                })
                .build();
    }

    /** Holds one conversation, and has it replayed; returns all that the client was told. */
    private static List<String> converse(Transport transport, Transport again, ProtocolVersion version)
            throws Exception {
        List<String> told = new ArrayList<>();
        SessionId id;
        try (AcpClient client = connect(transport, version)) {
            ClientSession session = client.newSession(Path.of("/"));
            ClientSession other = client.newSession(Path.of("/"));
            for (String prompt : List.of("say", "ask")) {
                told.add(session.prompt(prompt).stopReason().value());
            }
            var turn = session.startTurn("wait");
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> messages(session).toString().contains("waiting"));
            told.add(other.prompt("say").stopReason().value());
            session.cancel();
            told.add(turn.result().get(60, TimeUnit.SECONDS).stopReason().value());
            CompletableFuture<?> failing = CompletableFuture.supplyAsync(() -> session.prompt("fail"));
            told.add(failing.handle((result, failure) -> failure == null ? "no error" : "error")
                    .get(60, TimeUnit.SECONDS));
            // The client finds out after the error whether the agent has stored the prompt.
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> messages(session).toString().contains(": fail"));
            told.addAll(messages(session));
            told.addAll(messages(other));
            id = session.id();
        }
        try (AcpClient client = connect(again, version)) {
            told.addAll(messages(client.loadSession(id, Path.of("/"))));
        }
        return told;
    }

    private static List<String> messages(ClientSession session) {
        return session.transcript().snapshot().messages().stream()
                .map(message -> message.getClass().getSimpleName() + ": " + message.text())
                .toList();
    }

    private static AcpClient connect(Transport transport, ProtocolVersion version) {
        return AcpClient.builder(transport)
                .protocolVersions(version)
                .transcripts(TranscriptOptions.KEEP_ALL)
                .onPermission((request, context) -> RequestPermissionResponse.selected(
                        request.options().get(0).optionId()))
                .connect();
    }

    private static Transport overStreams(AcpAgent agent) throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket client = new Socket(listening.getInetAddress(), listening.getLocalPort());
            Socket served = listening.accept();
            agent.serve(StdioTransport.over(served.getInputStream(), served.getOutputStream()));
            return StdioTransport.over(client.getInputStream(), client.getOutputStream());
        }
    }

    private static List<String> overStreams(ProtocolVersion version) throws Exception {
        AcpAgent agent = agent();
        return converse(overStreams(agent), overStreams(agent), version);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void clientsOfBothVersionsOfOneServerAreToldWhatTheyAreToldOverStreams(Way way) throws Exception {
        AcpAgent agent = agent();
        Served.Host host = switch (way) {
            case HTTP, WEB_SOCKET -> Served.Host.NETTY;
            case SERVLET_IN_TOMCAT, WEB_SOCKET_OF_SERVLET -> Served.Host.TOMCAT;
            case SERVLET_IN_JETTY -> Served.Host.JETTY;
        };
        boolean isSocket = way == Way.WEB_SOCKET || way == Way.WEB_SOCKET_OF_SERVLET;
        try (Served server = host.serve(agent::serve, Served.Setup.DEFAULT)) {
            for (ProtocolVersion version : List.of(ProtocolVersion.V1, ProtocolVersion.V2)) {
                List<Transport> transports = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    transports.add(
                            isSocket
                                    ? WsTransport.builder(server.webSocketUri()).connect()
                                    : HttpTransport.builder(server.uri()).connect());
                }
                assertThat(converse(transports.get(0), transports.get(1), version))
                        .as("version %s", version)
                        .isEqualTo(overStreams(version));
            }
        }
    }

    @Test
    void conversationIsMoreThanNothing() throws Exception {
        assertThat(overStreams(ProtocolVersion.V1))
                .contains("end_turn", "cancelled", "error")
                .hasSizeGreaterThan(15);
        assertThat(overStreams(ProtocolVersion.V2)).contains("end_turn", "cancelled");
    }
}
