package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.transport.http.MessageRelay.Cut;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One message or event stream is cut off while a turn of another session runs: at most its own request fails. */
class CutMessagesTest {

    private static final Path PROJECT = Path.of("/project");

    private final CountDownLatch release = new CountDownLatch(1);

    /** The request whose socket is reset. */
    enum Message {
        PROMPT(request -> request.contains("\"session/prompt\"") && request.contains("\"cut\"")),
        NEW_SESSION(request -> request.contains("\"session/new\"") && request.contains("/cut")),
        CANCELLATION(request -> request.contains("\"session/cancel\"")),
        RESPONSE(request -> request.contains("\"outcome\"")),
        CONNECTION_STREAM(request -> request.startsWith("get ") && !request.contains("acp-session-id")),
        SESSION_STREAM(request -> request.startsWith("get ") && request.contains("acp-session-id"));

        private final Predicate<String> matches;

        Message(Predicate<String> matches) {
            this.matches = matches;
        }

        boolean isStream() {
            return this == CONNECTION_STREAM || this == SESSION_STREAM;
        }
    }

    static Stream<Arguments> some() {
        return rows(Served.Host.NETTY, ProtocolVersion.V1);
    }

    static Stream<Arguments> all() {
        return Arrays.stream(Served.Host.values())
                .flatMap(host ->
                        Stream.of(ProtocolVersion.V1, ProtocolVersion.V2).flatMap(version -> rows(host, version)));
    }

    private static Stream<Arguments> rows(Served.Host host, ProtocolVersion version) {
        return Arrays.stream(Message.values())
                .flatMap(message -> Arrays.stream(Cut.values())
                        .filter(cut -> cut != Cut.AFTER_HEAD || message.isStream())
                        .map(cut -> Arguments.of(host, version, message, cut)));
    }

    private AcpAgent agent() {
        return AcpAgent.builder()
                .info("an-agent", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> {
                    switch (turn.text()) {
                        case "wait" ->
                            assertThat(release.await(60, TimeUnit.SECONDS)).isTrue();
                        case "hang" ->
                            turn.cancellation()
                                    .whenCancelled()
                                    .toCompletableFuture()
                                    .get(60, TimeUnit.SECONDS);
                        case "ask" -> {
                            var call = turn.toolCall(ToolCall.builder(new ToolCallId("call"), "a call")
                                    .kind(ToolKind.OTHER)
                                    .build());
                            turn.requestPermission(call, PermissionOption.allowOnce("yes", "Yes"));
                            call.complete("done");
                        }
                        default -> {}
                    }
                    turn.say("heard " + turn.text());
                })
                .build();
    }

    private static StopReason end(CompletableFuture<PromptResponse> turn) throws Exception {
        return turn.get(60, TimeUnit.SECONDS).stopReason();
    }

    /** If the server has received the request, its response can arrive on a stream before the client detects the cut. */
    private static void assertIsCut(Cut cut, CompletableFuture<?> request) throws Exception {
        try {
            request.get(60, TimeUnit.SECONDS);
            assertThat(cut).isEqualTo(Cut.BEFORE_RESPONSE);
        } catch (ExecutionException e) {
            assertThat(e.getCause())
                    .isInstanceOfSatisfying(
                            AcpErrorException.class,
                            error -> assertThat(error.error().data().toJson()).contains("post_cut"))
                    .hasMessageContaining("may have been executed");
        }
    }

    @ParameterizedTest
    @MethodSource("some")
    void onlyTheRequestOfTheCutMessageFails(Served.Host host, ProtocolVersion version, Message message, Cut cut)
            throws Exception {
        check(host, version, message, cut);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("all")
    void onlyTheRequestOfTheCutMessageFailsOnEachServer(
            Served.Host host, ProtocolVersion version, Message message, Cut cut) throws Exception {
        check(host, version, message, cut);
    }

    private void check(Served.Host host, ProtocolVersion version, Message message, Cut cut) throws Exception {
        try (Served server = host.serve(agent()::serve, Served.Setup.DEFAULT);
                MessageRelay relay = new MessageRelay(server.port(), cut, message.matches)) {
            URI uri =
                    URI.create("http://localhost:" + relay.port() + server.uri().getPath());
            try (AcpClient client = AcpClient.builder(HttpTransport.builder(uri).connect())
                    .protocolVersions(version)
                    .onPermission((request, context) -> RequestPermissionResponse.selected(
                            request.options().get(0).optionId()))
                    .connect()) {
                CompletableFuture<PromptResponse> other =
                        client.newSession(PROJECT).promptAsync("wait");
                ClientSession session = client.newSession(PROJECT);
                switch (message) {
                    case PROMPT -> assertIsCut(cut, session.promptAsync("cut"));
                    case NEW_SESSION ->
                        assertIsCut(
                                cut,
                                client.newSessionAsync(
                                        NewSessionRequest.builder("/cut").build(), null));
                    case CANCELLATION -> {
                        PromptTurn turn = session.startTurn("hang");
                        session.cancel();
                        assertThat(end(turn.result())).isEqualTo(StopReason.CANCELLED);
                    }
                    default -> assertThat(end(session.promptAsync("ask"))).isEqualTo(StopReason.END_TURN);
                }

                assertThat(relay.hasCut()).isTrue();
                assertThat(other).isNotDone();
                release.countDown();
                assertThat(end(other)).isEqualTo(StopReason.END_TURN);
                assertThat(end(client.newSession(PROJECT).promptAsync("next"))).isEqualTo(StopReason.END_TURN);
            }
        }
    }
}
