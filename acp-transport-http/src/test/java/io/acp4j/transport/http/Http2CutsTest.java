package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.transport.CloseReason;
import io.netty.handler.codec.http2.Http2Error;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A conversation over HTTP/2 in which one request, or one event stream, is reset, or the server says that it takes no more on the
 * socket: either everything arrives, or a typed error says what did not. Nothing that the server may have processed is posted twice
 * but {@code initialize}.
 */
@Tag("full")
@Timeout(300)
class Http2CutsTest {

    private static final String NEW_SESSION = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{}}";
    private static final String PROMPT =
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session/prompt\",\"params\":{\"sessionId\":\"s\"}}";
    private static final String CREATED = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s\"}}";
    private static final String ENDED = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}";
    private static final String UPDATE =
            "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"n\":1}}";
    private static final String IDLE =
            "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"n\":2}}";

    private Http2ScriptedServer server;
    private Puppet client;

    /** Where the conversation is when something is cut off. */
    enum Point {
        INITIALIZE,
        CONNECTION_STREAM,
        NEW_SESSION,
        CONNECTION_STREAM_BEFORE_THE_SESSION,
        SESSION_STREAM,
        PROMPT,
        CONNECTION_STREAM_IN_THE_TURN,
        SESSION_STREAM_BEFORE_THE_TURN,
        SESSION_STREAM_AFTER_THE_FIRST_EVENT,
        SESSION_STREAM_AFTER_THE_SECOND_EVENT,
        SESSION_STREAM_AFTER_THE_TURN
    }

    @BeforeEach
    void start() throws Exception {
        server = new Http2ScriptedServer();
        client = new Puppet(server.client().closeTimeout(Duration.ofMillis(500)).connect());
        client.transport.start(client);
    }

    @AfterEach
    void close() {
        client.transport.close();
        server.close();
    }

    static Stream<Arguments> resets() {
        return Stream.of(Point.values())
                .flatMap(point -> Stream.of(
                                Http2Error.INTERNAL_ERROR,
                                Http2Error.CANCEL,
                                Http2Error.NO_ERROR,
                                Http2Error.REFUSED_STREAM)
                        .flatMap(error -> Stream.of(
                                Arguments.of(point, error, 1, false),
                                Arguments.of(point, error, 2, false),
                                Arguments.of(point, error, 2, true))));
    }

    static Stream<Arguments> points() {
        return Stream.of(Point.values())
                .flatMap(point -> Stream.of(Arguments.of(point, 1, false), Arguments.of(point, 2, true)));
    }

    @ParameterizedTest
    @MethodSource("resets")
    void whatIsLostWithAStreamThatIsResetIsTold(Point point, Http2Error error, int version, boolean numbered)
            throws Exception {
        new Conversation(version, numbered, point, asked -> reset(asked, error)).run();
    }

    @ParameterizedTest
    @MethodSource("points")
    void whatIsLostWithASocketOnWhichNoMoreIsTakenIsTold(Point point, int version, boolean numbered) throws Exception {
        new Conversation(version, numbered, point, asked -> {
                    server.goAwayBehind(1000);
                    return Cut.Effect.NONE;
                })
                .run();
    }

    @ParameterizedTest
    @MethodSource("points")
    void whatIsLostWithASocketOnWhichOnlyTheFirstRequestsWereTakenIsTold(Point point, int version, boolean numbered)
            throws Exception {
        new Conversation(version, numbered, point, asked -> {
                    server.goAwayBehind(2);
                    server.closeSockets();
                    return Cut.Effect.LOST;
                })
                .run();
    }

    private static Cut.Effect reset(Object stream, Http2Error error) {
        if (stream instanceof Http2ScriptedServer.OverHttp2 asked) {
            asked.reset(error);
        } else if (stream instanceof Http2ScriptedServer.EventsOverHttp2 events) {
            events.reset(error);
        }
        return error == Http2Error.REFUSED_STREAM ? Cut.Effect.REFUSED : Cut.Effect.LOST;
    }

    /** Cuts off a request, or a stream of events. */
    interface Cut {

        /** What becomes of it. */
        enum Effect {
            /** The server goes on with it. */
            NONE,
            /** The server may have processed it. */
            LOST,
            /** The server says that it has not processed it: the client may send it again. */
            REFUSED
        }

        Effect of(Object stream);
    }

    /** The server's part, which goes on after the cut as if nothing had happened, as far as it is asked. */
    private final class Conversation {

        private final boolean second;
        private final boolean numbered;
        private final Point point;
        private final Cut cut;
        private final List<String> events = new ArrayList<>();
        private final Map<Integer, JsonNode> responses = new HashMap<>();
        private final List<Integer> updates = new ArrayList<>();
        private final Map<String, Integer> posted = new HashMap<>();
        private Cut.@Nullable Effect effect;
        private Http2ScriptedServer.@Nullable EventsOverHttp2 connection;
        private Http2ScriptedServer.@Nullable EventsOverHttp2 session;
        private int updatesAtResult = -1;

        Conversation(int version, boolean numbered, Point point, Cut cut) {
            this.second = version == 2;
            this.numbered = numbered;
            this.point = point;
            this.cut = cut;
        }

        /** Cuts where it is time to; returns whether nothing more can be sent there. */
        private boolean cutAt(Point here, @Nullable Object stream) {
            if (effect != null || point != here || stream == null) {
                return false;
            }
            effect = cut.of(stream);
            return effect != Cut.Effect.NONE;
        }

        void run() throws Exception {
            client.send(
                    second
                            ? RawClient.INITIALIZE.replace("\"protocolVersion\":1", "\"protocolVersion\":2")
                            : RawClient.INITIALIZE);
            int sent = 0;
            while (!client.end.isDone() && !isOver()) {
                await().pollInterval(Duration.ofMillis(5))
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> server.hasPost()
                                || server.hasOther()
                                || client.hasReceived()
                                || client.end.isDone()
                                || isOver());
                take(client.poll());
                if (responses.size() > sent && sent < 2 && !client.end.isDone()) {
                    sent = send(sent);
                }
                if (server.hasOther()) {
                    other(server.other());
                }
                if (server.hasPost()) {
                    posted(server.post());
                }
            }
            for (JsonNode late = client.poll(); late != null; late = client.poll()) {
                take(late);
            }
            check();
        }

        private int send(int sent) throws Exception {
            try {
                client.send(sent == 0 ? NEW_SESSION : PROMPT);
            } catch (io.acp4j.rpc.transport.TransportClosedException e) {
                // Its end is told.
            }
            return sent + 1;
        }

        private void take(@Nullable JsonNode message) {
            if (message == null || message.has("lost")) {
                return;
            }
            if (message.has("method")) {
                updates.add(message.at("/params/n").asInt());
            } else {
                responses.put(message.get("id").asInt(), message);
                if (message.get("id").asInt() == 2 && message.has("result")) {
                    updatesAtResult = updates.size();
                }
            }
        }

        private boolean isOver() {
            JsonNode last = responses.get(2);
            return last != null && (last.has("error") || !second || updates.contains(2));
        }

        private void posted(Http2ScriptedServer.OverHttp2 post) throws Exception {
            String method = Puppet.JSON.readTree(post.body()).path("method").asText();
            boolean isCutNow = switch (method) {
                case "initialize" -> cutAt(Point.INITIALIZE, post);
                case "session/new" -> cutAt(Point.NEW_SESSION, post);
                default -> cutAt(Point.PROMPT, post);
            };
            if (!server.takes(post) || isCutNow && effect == Cut.Effect.REFUSED) {
                return;
            }
            posted.merge(method, 1, Integer::sum);
            if (!isCutNow) {
                respond(method, post);
            }
        }

        private void respond(String method, Http2ScriptedServer.OverHttp2 post) throws Exception {
            switch (method) {
                case "initialize" ->
                    post.reply(
                            200,
                            "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":" + (second ? 2 : 1) + "}}",
                            "Acp-Connection-Id",
                            ScriptedPeer.CONNECTION);
                case "session/new" -> {
                    post.accept();
                    if (!cutAt(Point.CONNECTION_STREAM_BEFORE_THE_SESSION, connection) && connection != null) {
                        created();
                    }
                }
                default -> {
                    post.accept();
                    turn();
                }
            }
        }

        private void created() throws IOException {
            if (connection != null) {
                connection.raw(((numbered ? "id: 2\n" : "") + "data: " + CREATED + "\n\n").getBytes(UTF_8));
            }
        }

        private void turn() {
            events.addAll(second ? List.of(ENDED, UPDATE, IDLE) : List.of(UPDATE, ENDED));
            cutAt(Point.CONNECTION_STREAM_IN_THE_TURN, connection);
            boolean goesOn = !cutAt(Point.SESSION_STREAM_BEFORE_THE_TURN, session);
            for (int i = 0; i < events.size() && goesOn; i++) {
                event(i);
                goesOn = !(i == 0 && cutAt(Point.SESSION_STREAM_AFTER_THE_FIRST_EVENT, session))
                        && !(i == 1 && cutAt(Point.SESSION_STREAM_AFTER_THE_SECOND_EVENT, session));
            }
            if (goesOn) {
                cutAt(Point.SESSION_STREAM_AFTER_THE_TURN, session);
            }
        }

        private void event(int index) {
            if (session != null) {
                String id = numbered ? "id: " + (index + 1) + "\n" : "";
                session.raw((id + "data: " + events.get(index) + "\n\n").getBytes(UTF_8));
            }
        }

        private void other(Http2ScriptedServer.OverHttp2 asked) throws IOException {
            if (asked.method().equals("DELETE")) {
                asked.reply(202, "");
            } else if (asked.header("Acp-Session-Id") == null) {
                if (!cutAt(Point.CONNECTION_STREAM, asked)) {
                    connection = asked.events();
                    if (numbered) {
                        connection.raw("id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"_x\"}\n\n".getBytes(UTF_8));
                        if (posted.containsKey("session/new") && !"2".equals(asked.header("Last-Event-ID"))) {
                            created();
                        }
                    }
                }
            } else if (!cutAt(Point.SESSION_STREAM, asked)) {
                session = asked.events();
                String seen = asked.header("Last-Event-ID");
                for (int i = seen == null ? events.size() : Integer.parseInt(seen); i < events.size(); i++) {
                    event(i);
                }
            }
        }

        private void check() throws Exception {
            assertThat(posted.getOrDefault("session/new", 0)).isLessThan(2);
            assertThat(posted.getOrDefault("session/prompt", 0)).isLessThan(2);
            if (client.end.isDone()) {
                assertThat(client.end.get().kind())
                        .as(client.end.get().description())
                        .isNotEqualTo(CloseReason.Kind.LOCAL);
                return;
            }
            JsonNode last = responses.get(2);
            assertThat(last).isNotNull();
            if (last.has("error")) {
                assertThat(last.at("/error/data/reason").asText()).isNotEmpty();
            } else if (second) {
                assertThat(updates).contains(1, 2);
            } else {
                assertThat(updatesAtResult)
                        .as("updates before the end of the turn")
                        .isEqualTo(1);
            }
        }
    }
}
