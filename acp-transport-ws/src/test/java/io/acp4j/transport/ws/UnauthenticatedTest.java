package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.transport.ws.internal.netty.Loops;
import io.acp4j.transport.ws.internal.netty.PendingHandshakes;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Connections that are no WebSockets yet: what they hold together, who they are, and how they end. */
class UnauthenticatedTest {

    private static final Duration GENEROUS = Duration.ofSeconds(60);
    private static final Duration NEVER = Duration.ofMinutes(10);

    @Test
    void floodOfUnfinishedRequestsHoldsNoMoreThanItsBudgetAndKeepsNobodyOut() throws Exception {
        List<RawSocket> flood = new ArrayList<>();
        byte[] begun = ("GET /acp HTTP/1.1\r\nX: " + "x".repeat(1000)).getBytes(ISO_8859_1);
        try (Pair pair = new Pair(server -> server.maxUnauthenticated(16, 8 * 1024)
                .handshakeTimeout(NEVER)
                .authenticator(WsAuthenticator.bearerTokens("secret")))) {
            for (int i = 0; i < 200; i++) {
                RawSocket raw = RawSocket.connect(pair.server.port());
                flood.add(raw);
                raw.write(begun);
                if (i % 50 == 25) {
                    // What waits to be accepted may push a client out that comes in between: it has to try again.
                    try (WsTransport client = await().atMost(GENEROUS)
                            .ignoreExceptionsInstanceOf(WsConnectException.class)
                            .until(
                                    () -> Pair.client(pair.server.uri())
                                            .bearerToken("secret")
                                            .connect(),
                                    Objects::nonNull)) {
                        assertThat(pair.accepted().principal()).startsWith("sha256-");
                        assertThat(client.principal()).isEmpty();
                    }
                }
                assertThat(pair.server.pending().connections()).isLessThanOrEqualTo(16);
                assertThat(pair.server.pending().bytes()).isLessThanOrEqualTo(8 * 1024);
            }
            for (RawSocket early : flood.subList(0, 150)) {
                assertGone(early);
            }
            for (RawSocket each : flood) {
                each.close();
            }
            await().atMost(GENEROUS).until(() -> pair.server.pending().connections() == 0);
            assertThat(pair.server.pending().bytes()).isZero();
        }
    }

    private static void assertGone(RawSocket raw) throws IOException {
        try {
            assertThat(raw.readEnd()).isTrue();
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void oneConnectionThatSendsMoreThanTheBudgetIsClosed() throws Exception {
        try (Pair pair = new Pair(server -> server.maxUnauthenticated(16, 4 * 1024));
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            raw.write(("GET /acp HTTP/1.1\r\nX: " + "x".repeat(6000)).getBytes(ISO_8859_1));
            assertGone(raw);
        }
    }

    @Test
    void whoIsBeingAuthenticatedDoesNotGiveWayAndCountsUntilThatIsDone() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        try (Pair pair = new Pair(server -> server.maxUnauthenticated(2, 64 * 1024)
                .handshakeTimeout(NEVER)
                .authenticator(handshake -> {
                    asked.incrementAndGet();
                    go.await();
                    return "somebody";
                }))) {
            RawSocket first = RawSocket.connect(pair.server.port());
            RawSocket second = RawSocket.connect(pair.server.port());
            first.write(RawSocket.upgrade("").getBytes(ISO_8859_1));
            second.write(RawSocket.upgrade("").getBytes(ISO_8859_1));
            await().atMost(GENEROUS).until(() -> asked.get() == 2);
            try (RawSocket third = RawSocket.connect(pair.server.port())) {
                assertGone(third);
            }
            go.countDown();
            assertThat(first.readHead()).startsWith("HTTP/1.1 101 ");
            assertThat(second.readHead()).startsWith("HTTP/1.1 101 ");
            assertThat(pair.accepted().principal()).isEqualTo("somebody");
            await().atMost(GENEROUS).until(() -> pair.server.pending().connections() == 0);
            RawSocket.open(pair.server).close();
            first.close();
            second.close();
        }
    }

    @Test
    void randomChangesKeepTheBudget() {
        Random random = new Random(33);
        PendingHandshakes budget = new PendingHandshakes(8, 1000);
        AtomicInteger closed = new AtomicInteger();
        List<PendingHandshakes.Pending> all = new ArrayList<>();
        List<PendingHandshakes.Pending> kept = new ArrayList<>();
        for (int step = 0; step < 100_000; step++) {
            switch (all.isEmpty() ? 0 : random.nextInt(6)) {
                case 0, 1 -> {
                    PendingHandshakes.Pending entered = budget.enter(closed::incrementAndGet);
                    assertThat(entered == null).isEqualTo(kept.size() == 8);
                    if (entered != null) {
                        all.add(entered);
                    }
                }
                case 2, 3 -> any(random, all).add(random.nextInt(400));
                case 4 -> {
                    PendingHandshakes.Pending one = any(random, all);
                    if (!kept.contains(one) && one.keep()) {
                        kept.add(one);
                    }
                }
                default -> {
                    PendingHandshakes.Pending one = any(random, all);
                    kept.remove(one);
                    one.release();
                    one.leave();
                    all.remove(one);
                }
            }
            assertThat(budget.connections()).isBetween(kept.size(), 8);
            assertThat(budget.bytes()).isBetween(0L, 1000L);
        }
        for (PendingHandshakes.Pending one : all) {
            one.release();
            one.leave();
        }
        assertThat(closed.get()).isPositive();
        assertThat(budget.connections()).isZero();
        assertThat(budget.bytes()).isZero();
    }

    private static PendingHandshakes.Pending any(Random random, List<PendingHandshakes.Pending> all) {
        return all.get(random.nextInt(all.size()));
    }

    @Test
    void closeEndsThoughAnAuthenticatorWouldTakeForEver() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Pair pair = new Pair(server -> server.handshakeTimeout(NEVER).authenticator(handshake -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.complete(true);
                throw e;
            }
            return null;
        }));
        try (RawSocket raw = RawSocket.connect(pair.server.port())) {
            raw.write(RawSocket.upgrade("").getBytes(ISO_8859_1));
            asked.await();
            pair.close();
            assertThat(pair.server.closed().toCompletableFuture()).isDone();
            assertThat(interrupted).succeedsWithin(GENEROUS);
            await().atMost(GENEROUS).until(() -> pair.server.pending().connections() == 0);
            assertGone(raw);
        }
    }

    @Test
    void authenticatorIsInterruptedWhenItsTimeIsOver() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        try (Pair pair = new Pair(server -> server.handshakeTimeout(Duration.ofSeconds(5))
                        .authenticator(handshake -> {
                            try {
                                new CountDownLatch(1).await();
                            } finally {
                                interrupted.complete(true);
                            }
                            return null;
                        }));
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            raw.write(RawSocket.upgrade("").getBytes(ISO_8859_1));
            assertGone(raw);
            assertThat(interrupted).succeedsWithin(GENEROUS);
            await().atMost(GENEROUS).until(() -> pair.server.pending().connections() == 0);
        }
    }

    @Test
    void closeOnAnEventLoopEnds() throws Exception {
        CompletableFuture<String> called = new CompletableFuture<>();
        Pair pair = new Pair(server -> server.shutdownGrace(Duration.ZERO));
        WsTransport client = Pair.client(pair.server.uri()).connect();
        client.start(new RecordingListener());
        pair.accepted().start(new RecordingListener() {
            @Override
            public boolean mayBlock() {
                return false;
            }

            @Override
            public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
                String thread = Thread.currentThread().getName();
                try {
                    assertThatThrownBy(pair.server::awaitClosed).isInstanceOf(IllegalStateException.class);
                } finally {
                    pair.server.close();
                    called.complete(thread);
                }
                return null;
            }
        });
        client.send(new TextFrame("{}"));
        assertThat(called.get(60, TimeUnit.SECONDS)).contains("-io-");
        assertThat(pair.server.closed().toCompletableFuture()).succeedsWithin(GENEROUS);
        assertThat(client.closed().toCompletableFuture()).succeedsWithin(GENEROUS);
    }

    @Test
    void connectOnAnEventLoopIsRefusedAtOnce() throws Exception {
        Loops loops = Loops.create("test-connect", 1);
        try (Pair pair = new Pair(server -> server)) {
            WsTransportBuilder builder = WsTransport.builder(pair.server.uri()).loops(() -> {
                loops.hold();
                return loops;
            });
            CompletableFuture<Object> outcome = new CompletableFuture<>();
            loops.group().execute(() -> {
                try {
                    outcome.complete(builder.connect());
                } catch (IllegalStateException e) {
                    outcome.complete(e);
                }
            });
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);
        } finally {
            loops.release();
        }
        await().atMost(GENEROUS).until(() -> loops.group().isTerminated());
    }

    @Test
    void principalIsNamedByTheAuthenticator() throws Exception {
        try (Pair pair = new Pair(
                server -> server.authenticator(WsAuthenticator.bearerTokens(Map.of("one", "alice", "two", "bob"))))) {
            try (WsTransport first =
                            Pair.client(pair.server.uri()).bearerToken("two").connect();
                    WsTransport accepted = pair.accepted()) {
                assertThat(accepted.principal()).isEqualTo("bob");
                assertThat(accepted.handshake().principal()).isEqualTo("bob");
                assertThat(first.handshake().principal()).isEmpty();
            }
            assertThatThrownBy(() ->
                            Pair.client(pair.server.uri()).bearerToken("three").connect())
                    .hasMessageContaining("401");
        }
    }

    @Test
    void tokensWithoutNamesArePrincipalsOfTheirOwn() throws Exception {
        List<String> principals = new ArrayList<>();
        for (String token : List.of("one", "two", "one")) {
            try (Pair pair = new Pair(server -> server.authenticator(WsAuthenticator.bearerTokens("one", "two")))) {
                Pair.client(pair.server.uri()).bearerToken(token).connect().close();
                principals.add(pair.accepted().principal());
            }
        }
        assertThat(principals.get(0)).isEqualTo(principals.get(2)).isNotEqualTo(principals.get(1));
        assertThat(principals).noneMatch(name -> name.contains("one") || name.length() > 256);
    }

    @Test
    void nameThatIsNoneLetsNobodyIn() throws Exception {
        for (String name : List.of("", "x".repeat(257), "a\nb", "a\0b")) {
            try (Pair pair = new Pair(server -> server.authenticator(handshake -> name));
                    RawSocket raw = RawSocket.connect(pair.server.port())) {
                assertThat(raw.ask(RawSocket.upgrade(""))).startsWith("HTTP/1.1 500 ");
            }
        }
        assertThatThrownBy(() -> WsAuthenticator.bearerTokens(Map.of("token", "x".repeat(257))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void withoutAuthenticationAllAreOnePrincipal() throws Exception {
        try (Pair pair = new Pair(server -> server);
                RawSocket raw = RawSocket.open(pair.server)) {
            assertThat(pair.accepted().principal()).isEmpty();
        }
    }
}
