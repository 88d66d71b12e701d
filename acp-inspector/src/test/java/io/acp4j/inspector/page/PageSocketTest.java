package io.acp4j.inspector.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.acp4j.inspector.log.FrameLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a page is sent, and when. */
class PageSocketTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final StateBoard board = new StateBoard();
    private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
    private FrameLog log;
    private PageServer server;
    private WebSocket socket;

    @BeforeEach
    void open() throws Exception {
        log = FrameLog.create();
        server = PageServer.start(
                0,
                board,
                source -> log,
                (name, arguments) -> CompletableFuture.completedFuture(JsonNodeFactory.instance.objectNode()),
                path -> null,
                new NoUploads());
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header(
                        "Cookie",
                        server.gate().cookieName() + "=" + server.gate().token())
                .header("Origin", "http://127.0.0.1:" + server.port())
                .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/ws"), new Listener())
                .get(60, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() throws IOException {
        socket.abort();
        server.close();
        log.close();
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            text.append(part);
            if (isLast) {
                try {
                    received.add(JSON.readTree(text.toString()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private void tell(String message) throws Exception {
        socket.sendText(message, true).get(60, TimeUnit.SECONDS);
    }

    /** Returns what has come up to the first message of a type, with it. */
    private List<JsonNode> until(String type) throws InterruptedException {
        List<JsonNode> found = new ArrayList<>();
        do {
            JsonNode next = received.poll(60, TimeUnit.SECONDS);
            assertThat(next).as("a message of type %s", type).isNotNull();
            found.add(next);
        } while (!found.get(found.size() - 1).path("t").asText().equals(type));
        return found;
    }

    private static List<Integer> values(List<JsonNode> messages) {
        List<Integer> values = new ArrayList<>();
        for (JsonNode message : messages) {
            message.path("set").forEach(set -> values.add(set.path(1).asInt()));
        }
        return values;
    }

    @Test
    void aPageThatIsStillDrawingIsSentNothingNewAndThenTheNewestValue() throws Exception {
        board.put("a", () -> JsonNodeFactory.instance.numberNode(1));
        tell("{\"do\":\"hello\",\"epoch\":\"\",\"seq\":0}");
        List<JsonNode> first = until("round");
        assertThat(values(first)).containsExactly(1);

        // What a page asks for meanwhile is answered all the same.
        for (int i = 2; i <= 200; i++) {
            int value = i;
            board.put("a", () -> JsonNodeFactory.instance.numberNode(value));
            tell("{\"do\":\"lines\",\"from\":0,\"to\":1}");
            assertThat(until("lines")).hasSize(1);
        }
        tell("{\"do\":\"drawn\",\"round\":" + first.get(first.size() - 1).path("n") + "}");
        assertThat(values(until("round"))).containsExactly(200);
    }

    @Test
    void aPageThatChecksTheConnectionGetsAReplyAtOnceAndTheTimeOfTheInspectorWithTheState() throws Exception {
        tell("{\"do\":\"ping\",\"id\":7}");
        JsonNode reply = until("reply").get(0);
        assertThat(reply.path("re").asInt()).isEqualTo(7);
        assertThat(reply.path("ok").asBoolean()).isTrue();

        long before = System.currentTimeMillis();
        board.put("a", () -> JsonNodeFactory.instance.numberNode(1));
        tell("{\"do\":\"hello\",\"epoch\":\"\",\"seq\":0}");
        assertThat(until("state").get(0).path("now").asLong()).isBetween(before, System.currentTimeMillis());
    }

    @Test
    void moreThanFitsIntoOneMessageIsARoundOfSeveral() throws Exception {
        for (int i = 0; i < 500; i++) {
            int value = i;
            board.put("topic " + i, () -> JsonNodeFactory.instance.numberNode(value));
        }
        tell("{\"do\":\"hello\",\"epoch\":\"\",\"seq\":0}");
        List<Integer> values = new ArrayList<>();
        while (values.size() < 500) {
            List<JsonNode> round = until("round");
            values.addAll(values(round));
            tell("{\"do\":\"drawn\",\"round\":" + round.get(round.size() - 1).path("n") + "}");
        }
        assertThat(values).hasSize(500).doesNotHaveDuplicates();
    }

    /** None is looked for before the page has said what it has seen. */
    @Test
    void everySearchHasAReplyThoughNotAllOfThemAreKept() throws Exception {
        for (int i = 0; i < 100; i++) {
            tell("{\"do\":\"find\",\"id\":" + i + ",\"row\":7}");
        }
        List<Integer> givenUp = new ArrayList<>();
        while (givenUp.size() < 36) {
            List<JsonNode> next = until("reply");
            JsonNode reply = next.get(next.size() - 1);
            assertThat(reply.path("ok").asBoolean()).isFalse();
            givenUp.add(reply.path("re").asInt());
        }
        assertThat(givenUp).isEqualTo(IntStream.range(0, 36).boxed().toList());
        tell("{\"do\":\"hello\",\"epoch\":\"\",\"seq\":0}");
        List<Integer> found = new ArrayList<>();
        while (found.size() < 64) {
            List<JsonNode> next = until("reply");
            JsonNode reply = next.get(next.size() - 1);
            assertThat(reply.path("index").asInt()).isEqualTo(-1);
            found.add(reply.path("re").asInt());
        }
        assertThat(found).isEqualTo(IntStream.range(36, 100).boxed().toList());
    }
}
