package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.ClientSession;
import io.acp4j.client.supervise.BackOff;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.schema.prompt.StopReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A supervised connection to a server that lets a client read a session only when that is loaded, and that is lost while the stream of the
 * session is awaited: before the response to the request that loads it, and after it.
 */
@Timeout(300)
class SupervisedLateStreamTest {

    private static final BackOff QUICK =
            new BackOff(Duration.ofMillis(5), Duration.ofMillis(50), 2, 0.5, 50, Duration.ofMinutes(5));

    /** How often the stream of the session is refused before the connection is cut. */
    private static final int REFUSALS = 3;

    private final BlockingQueue<SupervisorListener.ConnectionLoss> losses = new LinkedBlockingQueue<>();
    private final BlockingQueue<SupervisorListener.Restoration> restorations = new LinkedBlockingQueue<>();

    private final class Events implements SupervisorListener {

        @Override
        public void onLost(ConnectionLoss loss) {
            losses.add(loss);
        }

        @Override
        public void onRestored(Restoration restoration) {
            restorations.add(restoration);
        }
    }

    @ParameterizedTest(name = "HTTP/{0}, cut after the response: {1}")
    @CsvSource({"1, false", "1, true", "2, false", "2, true"})
    void connectionThatIsLostWhileAStreamIsAwaitedComesBackWithItsSession(int http, boolean afterResponse)
            throws Exception {
        try (ScriptedPeer<?> peer = http == 1 ? new ScriptedServer() : new Http2ScriptedServer()) {
            Server server = new Server(peer, afterResponse);
            CompletableFuture<Void> served = CompletableFuture.runAsync(
                    server::serve, command -> new Thread(command, "scripted-server").start());
            HttpTransportBuilder way = peer.client().closeTimeout(Duration.ofMillis(200));
            try (SupervisedAgent supervised = SupervisedAgent.builder(way::connect)
                    .listener(new Events())
                    .backOff(QUICK)
                    .start()) {
                ClientSession session = supervised.client().newSession(Path.of("/"));
                assertThat(session.prompt("first").stopReason()).isEqualTo(StopReason.END_TURN);
                server.cutNow = true;

                assertThat(Puppet.take(losses).sessions()).hasSize(1);
                // The second connection is lost while the session is loaded on it, the third stays.
                SupervisorListener.Restoration restored = Puppet.take(restorations);
                while (restored.sessions().isEmpty()) {
                    assertThat(restored.failed()).hasSize(1);
                    restored = Puppet.take(restorations);
                }
                assertThat(server.loads).containsExactly("c2", "c3");
                ClientSession again = supervised.session(session.id());
                assertThat(again).isNotNull();
                assertThat(again.prompt("second").stopReason()).isEqualTo(StopReason.END_TURN);
                assertThat(server.prompts).containsExactly("c1", "c3");
                assertThat(server.askedAfterTheEnd)
                        .as("requests on connections that are lost, but DELETE: one may have been on its way")
                        .hasSizeLessThan(2);
            } finally {
                server.closed = true;
            }
            served.get(60, TimeUnit.SECONDS);
        }
    }

    /** The server's part. */
    private static final class Server {

        private final ScriptedPeer<?> peer;
        private final boolean afterResponse;
        private final Map<String, ScriptedPeer.Stream> connections = new HashMap<>();
        private final Map<String, Integer> refused = new HashMap<>();
        private final Map<String, Integer> loading = new HashMap<>();
        private final List<String> loads = new CopyOnWriteArrayList<>();
        private final List<String> prompts = new CopyOnWriteArrayList<>();
        private final List<String> askedAfterTheEnd = new CopyOnWriteArrayList<>();
        private final List<String> ended = new CopyOnWriteArrayList<>();
        private ScriptedPeer.@Nullable Stream session;
        private int count;
        private volatile boolean cutNow;
        private volatile boolean closed;

        Server(ScriptedPeer<?> peer, boolean afterResponse) {
            this.peer = peer;
            this.afterResponse = afterResponse;
        }

        void serve() {
            try {
                while (true) {
                    await().pollInterval(Duration.ofMillis(2))
                            .atMost(Duration.ofMinutes(2))
                            .until(() -> closed || cutNow || peer.hasPost() || peer.hasOther());
                    if (cutNow) {
                        cutNow = false;
                        end("c1");
                    } else if (peer.hasPost()) {
                        posted(peer.post());
                    } else if (peer.hasOther()) {
                        asked(peer.other());
                    } else {
                        return;
                    }
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        private void end(String connection) throws Exception {
            ended.add(connection);
            connections.get(connection).end();
        }

        private void result(String connection, int id, String result) throws Exception {
            connections.get(connection).event("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
        }

        private void posted(ScriptedPeer.Asked post) throws Exception {
            JsonNode message = Puppet.JSON.readTree(post.body());
            int id = message.path("id").asInt();
            String connection = String.valueOf(post.header("Acp-Connection-Id"));
            switch (message.path("method").asText()) {
                case "initialize" ->
                    post.reply(
                            200,
                            "{\"jsonrpc\":\"2.0\",\"id\":" + id
                                    + ",\"result\":{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":true}}}",
                            "Acp-Connection-Id",
                            "c" + ++count);
                case "session/new" -> {
                    post.accept();
                    result(connection, id, "{\"sessionId\":\"s\"}");
                }
                case "session/load" -> {
                    loads.add(connection);
                    loading.put(connection, id);
                    post.accept();
                    if (connection.equals("c2") && afterResponse) {
                        result(connection, id, "{}");
                    }
                }
                default -> {
                    prompts.add(connection);
                    post.accept();
                    session.event("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"stopReason\":\"end_turn\"}}");
                }
            }
        }

        private void asked(ScriptedPeer.Asked asked) throws Exception {
            String connection = String.valueOf(asked.header("Acp-Connection-Id"));
            if (asked.method().equals("DELETE")) {
                asked.accept();
            } else if (ended.contains(connection)) {
                if (ended.size() < count) {
                    askedAfterTheEnd.add(connection + " " + asked.header("Acp-Session-Id"));
                }
                asked.reply(404, "");
            } else if (asked.header("Acp-Session-Id") == null) {
                connections.put(connection, asked.events());
            } else if (connection.equals("c1")) {
                session = asked.events();
            } else if (connection.equals("c2") || !loading.containsKey(connection)) {
                asked.reply(403, "");
                if (loading.containsKey(connection) && refused.merge(connection, 1, Integer::sum) == REFUSALS) {
                    end(connection);
                }
            } else {
                session = asked.events();
                result(connection, loading.get(connection), "{}");
            }
        }
    }
}
