package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.transport.ws.WsAuthenticator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients may make a server hold before it is known who they are. */
@Timeout(300)
class UnauthenticatedTest {

    private static final Duration GENEROUS = Duration.ofSeconds(60);
    private static final Duration NEVER = Duration.ofMinutes(10);
    private static final Map<String, String> EVENTS = Map.of("accept", "text/event-stream");
    private static final byte[] GET =
            "GET /acp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".getBytes(US_ASCII);

    private static HttpServer serve(WsAuthenticator authenticator, int connections, int bytes) {
        return HttpServer.builder(transport -> {
                    throw new AssertionError("nobody is connected here");
                })
                .authenticator(authenticator)
                .requestTimeout(NEVER)
                .webSocket(sockets ->
                        sockets.maxUnauthenticated(connections, bytes).handshakeTimeout(NEVER))
                .start();
    }

    private static List<Http2Client.Response> ask(Http2Client client, int times) {
        List<Http2Client.Response> responses = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            responses.add(client.sendHead("GET", "/acp", EVENTS));
        }
        return responses;
    }

    @Test
    void streamsOfASocketThatIsNobodysHoldOneThreadTogether() throws Exception {
        AtomicInteger asking = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Semaphore go = new Semaphore(0);
        try (HttpServer server = serve(
                        handshake -> {
                            most.accumulateAndGet(asking.incrementAndGet(), Math::max);
                            go.acquire();
                            asking.decrementAndGet();
                            return null;
                        },
                        16,
                        1024 * 1024);
                Http2Client client = new Http2Client(server.port())) {
            List<Http2Client.Response> responses = ask(client, 50);
            // The response to this one shows that the server has seen those before it.
            assertThat(client.sendHead("GET", "/health", Map.of())
                            .head()
                            .status()
                            .code())
                    .isEqualTo(200);
            await().atMost(GENEROUS).until(() -> asking.get() == 1);
            go.release(50);
            for (Http2Client.Response each : responses) {
                assertThat(each.head().status().code()).isEqualTo(401);
            }
            assertThat(most.get()).isEqualTo(1);
        }
    }

    @Test
    void streamsDoNotWaitForOneAnotherOnceSomebodyIsKnown() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(49);
        try (HttpServer server = serve(
                        handshake -> {
                            if (asked.incrementAndGet() == 1) {
                                go.await();
                            } else {
                                others.countDown();
                                others.await();
                            }
                            return "alice";
                        },
                        16,
                        1024 * 1024);
                Http2Client client = new Http2Client(server.port())) {
            List<Http2Client.Response> responses = ask(client, 50);
            assertThat(client.sendHead("GET", "/health", Map.of())
                            .head()
                            .status()
                            .code())
                    .isEqualTo(200);
            go.countDown();
            for (Http2Client.Response each : responses) {
                assertThat(each.head().status().code()).isEqualTo(400); // It names no connection.
            }
        }
    }

    @Test
    void streamsOfASocketThatIsNobodysCountForMoreThanTheFewBytesThatOpenThem() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        try (HttpServer server = serve(
                        handshake -> {
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                interrupted.countDown();
                                throw e;
                            }
                            return null;
                        },
                        16,
                        64 * 1024);
                Http2Client client = new Http2Client(server.port())) {
            CompletableFuture<Void> closed = client.closed();
            for (int i = 0; i < 1000 && !closed.isDone(); i++) {
                try {
                    client.sendHead("GET", "/acp", EVENTS);
                } catch (Exception e) {
                    // The socket has been closed meanwhile, which Netty throws without declaring it.
                    break;
                }
            }
            closed.get(60, TimeUnit.SECONDS);
            assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void longBodyWaitsWithTheClientUntilItIsKnownWhoThatIs() throws Exception {
        int length = 8 * 1024 * 1024;
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicLong written = new AtomicLong();
        try (HttpServer server = serve(
                        handshake -> {
                            asked.countDown();
                            go.await();
                            return "alice";
                        },
                        4,
                        512 * 1024);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(
                            ("POST /acp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                                            + length + "\r\n\r\n")
                                    .getBytes(US_ASCII));
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                try {
                    byte[] piece = new byte[64 * 1024];
                    for (int i = 0; i < length; i += piece.length) {
                        socket.getOutputStream().write(piece);
                        written.addAndGet(piece.length);
                    }
                } catch (IOException e) {
                    throw new IllegalStateException("cut off behind " + written, e);
                }
            });
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            awaitStandstill(written, writing);
            go.countDown();
            writing.get(60, TimeUnit.SECONDS);
            String status = new String(socket.getInputStream().readNBytes("HTTP/1.1 400".length()), ISO_8859_1);
            assertThat(status).isEqualTo("HTTP/1.1 400"); // It is no JSON.
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void requestsOfASocketThatStaysOpenLeaveNothingBehind(int http) throws Exception {
        List<WeakReference<Map<String, List<String>>>> heads = new CopyOnWriteArrayList<>();
        try (HttpServer server = serve(
                        handshake -> {
                            heads.add(new WeakReference<>(handshake.headers()));
                            return "alice";
                        },
                        16,
                        1024 * 1024);
                Http2Client client = new Http2Client(server.port());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(60_000);
            BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            for (int i = 0; i < 20; i++) {
                if (http == 2) {
                    assertThat(client.send("GET", EVENTS, null).body()).isNotBlank();
                } else {
                    socket.getOutputStream().write(GET);
                    assertThat(lines.readLine()).isEqualTo("HTTP/1.1 400 Bad Request");
                    skipBody(lines);
                }
            }
            assertThat(heads).hasSize(20);
            await().atMost(GENEROUS).until(() -> {
                System.gc();
                // The latest may still be on some thread's stack.
                return heads.stream().filter(head -> head.get() != null).count() <= 2;
            });
        }
    }

    private static void skipBody(BufferedReader lines) throws IOException {
        int length = 0;
        for (String line = lines.readLine(); !line.isEmpty(); line = lines.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
                length = Integer.parseInt(line.substring("content-length: ".length()));
            }
        }
        lines.skip(length);
    }

    /** Requests that wait for the one before to be authenticated must not hold the server either. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 2, 2, 2, 2})
    void serverIsClosedWhileAnAuthenticatorRuns(int http) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicInteger questions = new AtomicInteger();
        HttpServer server = serve(
                handshake -> {
                    questions.incrementAndGet();
                    asked.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                    return null;
                },
                16,
                1024 * 1024);
        try (AutoCloseable client = http == 2 ? asking(server) : asking(server.port())) {
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
            assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
            closing.get(60, TimeUnit.SECONDS);
            assertThat(questions.get()).isEqualTo(1);
            assertThat(client).isNotNull();
        }
    }

    private static Http2Client asking(HttpServer server) {
        Http2Client client = new Http2Client(server.port());
        List<Http2Client.Response> unused = ask(client, 10);
        return client;
    }

    private static Socket asking(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream().write(GET);
        return socket;
    }

    /** Waits until nothing more is taken; were it not so yet, the server would take less before it knows the client. */
    private static void awaitStandstill(AtomicLong written, CompletableFuture<Void> writing) {
        AtomicLong before = new AtomicLong(-1);
        await().atMost(GENEROUS)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> writing.isDone() || before.getAndSet(written.get()) == written.get());
    }
}
