package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streams of frames that are damaged at random, at both ends, while this side sends and closes: they end, and with a reason. */
@Tag("full")
class DamagedFramesTest {

    private static final int SEEDS = Integer.getInteger("acp.test.seeds", 500) / 5;
    private static final Duration GENEROUS = Duration.ofSeconds(60);
    private static final String DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate\r\n";
    private static final String DEFLATE_FRESH = "Sec-WebSocket-Extensions: permessage-deflate; "
            + "server_no_context_takeover; client_no_context_takeover\r\n";
    private static final WsLimits SMALL = WsLimits.builder()
            .maxFrameBytes(1000)
            .maxMessageBytes(2000)
            .closeTimeout(Duration.ofSeconds(2))
            .build();

    /** What a peer's bytes may end a connection with; never a failure of this side. */
    private static final Set<Integer> CODES = Set.of(1000, 1002, 1003, 1005, 1006, 1007, 1009);

    @AfterEach
    void nothingLeaks() {
        assertThat(Leaks.found()).isEmpty();
    }

    private static void attack(long seed, WsTransport transport, RawSocket raw) throws Exception {
        Random random = new Random(seed);
        RecordingListener listener = new RecordingListener();
        boolean late = random.nextInt(3) == 0;
        if (!late) {
            transport.start(listener);
        }
        byte[] bytes = DamagedFrames.of(random, raw);
        int cut = random.nextInt(bytes.length + 1);
        try {
            raw.write(Arrays.copyOfRange(bytes, 0, cut));
            if (random.nextInt(3) == 0) {
                boolean unused = transport.send(new TextFrame(DamagedFrames.MESSAGE), 1, TimeUnit.MINUTES);
            }
            if (random.nextInt(3) == 0) {
                transport.close();
            }
            raw.write(Arrays.copyOfRange(bytes, cut, bytes.length));
        } catch (TransportClosedException e) {
            assertThat(e.reason()).isNotNull();
        } catch (SocketException e) {
            // It is closed already.
        }
        if (late) {
            transport.start(listener);
        }
        if (random.nextBoolean()) {
            raw.close();
        } else {
            raw.socket.shutdownOutput();
            drain(raw);
            raw.close();
        }
        assertThat(transport.closed().toCompletableFuture())
                .as("seed %d", seed)
                .succeedsWithin(GENEROUS)
                .isInstanceOfSatisfying(WsCloseReason.class, reason -> {
                    if (reason.kind() != CloseReason.Kind.PEER) {
                        assertThat(CODES).as("seed %d: %s", seed, reason).contains(reason.code());
                    }
                });
        assertThat(listener.ends()).as("seed %d", seed).hasSize(1);
        assertThat(listener.violations()).as("seed %d", seed).isZero();
        assertThat(transport.queuedBytes()).as("seed %d", seed).isZero();
    }

    private static void drain(RawSocket raw) throws IOException {
        try {
            assertThat(raw.readEnd()).isTrue();
        } catch (EOFException | SocketException e) {
            // Cut off, which ends it just as well.
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 1", "'" + DEFLATE + "', 1", "'', 1000000", "'" + DEFLATE + "', 1000000"})
    void serverEndsWithAReason(String headers, long first) throws Exception {
        try (Pair pair = new Pair(server -> server.compression().limits(SMALL))) {
            for (long seed = first; seed < first + SEEDS; seed++) {
                try (RawSocket raw = RawSocket.connect(pair.server.port())) {
                    String response = raw.ask(RawSocket.upgrade(headers));
                    assertThat(response).startsWith("HTTP/1.1 101 ");
                    attack(seed, pair.accepted(response), raw);
                }
            }
        }
    }

    /** Otherwise the peer of one test ends the connection of another. */
    @Test
    void connectionOfAnotherTestIsNotPairedWithThePeer() throws Exception {
        try (Pair pair = new Pair(server -> server.limits(SMALL));
                RawSocket stray = RawSocket.connect(pair.server.port());
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            assertThat(stray.ask(RawSocket.upgrade(""))).startsWith("HTTP/1.1 101 ");
            attack(1, pair.accepted(raw.ask(RawSocket.upgrade(""))), raw);
            assertThat(stray.readEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 1", "'" + DEFLATE_FRESH + "', 1", "'', 1000000", "'" + DEFLATE_FRESH + "', 1000000"})
    void clientEndsWithAReason(String headers, long first) throws Exception {
        for (long seed = first; seed < first + SEEDS; seed++) {
            try (FakeServer fake = new FakeServer()) {
                CompletableFuture<WsTransport> connecting = WsTransport.builder(fake.uri())
                        .compression()
                        .limits(SMALL)
                        .connectAsync();
                try (RawSocket raw = fake.accept(headers)) {
                    attack(seed, connecting.get(60, TimeUnit.SECONDS), raw);
                }
            }
        }
    }
}
