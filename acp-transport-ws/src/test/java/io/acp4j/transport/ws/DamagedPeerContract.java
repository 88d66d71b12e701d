package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of a peer that does not keep to RFC 6455 where a container reads the frames: the connection ends, with a reason that
 * says what was wrong and does not say of the peer alone that it has closed, nothing that arrived before is lost, and others are served.
 */
public abstract class DamagedPeerContract {

    private static final int SEEDS = Integer.getInteger("acp.test.seeds", 500) / 5;
    private static final Duration GENEROUS = Duration.ofSeconds(60);
    private static final String BEFORE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}";

    private static final WsLimits SMALL = WsLimits.builder()
            .maxMessageBytes(2000)
            .closeTimeout(Duration.ofSeconds(2))
            .build();

    /** One connection: our end, and the peer that is played by hand. */
    public record Connection(Transport ours, RawSocket peer) {}

    /** Returns a connection; what it needs is closed after the test. */
    protected abstract Connection connect(WsLimits limits) throws Exception;

    /** Returns the faults that the container takes for something right, by their names. */
    protected abstract Set<String> passed();

    /** Returns the faults of whose frames the container waits for the rest, by their names. */
    protected abstract Set<String> waitedFor();

    /** Returns the codes of faults that the container sees otherwise than the RFC, by their names. */
    protected Map<String, Integer> otherCodes() {
        return Map.of();
    }

    protected static Stream<WireFault> faults() {
        return WireFault.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void faultEndsTheConnectionWithWhatWasWrong(WireFault fault) throws Exception {
        boolean waits = waitedFor().contains(fault.name());
        Connection connection = connect(
                waits
                        ? SMALL.toBuilder()
                                .keepAlive(Duration.ofMillis(200), GENEROUS.dividedBy(60))
                                .build()
                        : SMALL);
        RecordingListener listener = new RecordingListener();
        connection.ours().start(listener);
        RawSocket peer = connection.peer();
        peer.send(BEFORE);
        await().atMost(GENEROUS).until(() -> listener.frameCount() == 1);
        fault.play().play(peer);
        if (passed().contains(fault.name())) {
            await().atMost(GENEROUS).until(() -> listener.frameCount() == 2);
            peer.close();
            return;
        }
        OptionalInt code = closeCode(peer);
        int expected = waits ? 1011 : otherCodes().getOrDefault(fault.name(), fault.code());
        if (code.isPresent()) {
            assertThat(code).hasValue(expected);
        }
        peer.close();
        assertThat(connection.ours().closed().toCompletableFuture())
                .succeedsWithin(GENEROUS)
                .isInstanceOfSatisfying(WsCloseReason.class, reason -> {
                    assertThat(reason.code()).as("%s", reason).isEqualTo(expected);
                    if (reason.kind() == CloseReason.Kind.PEER) {
                        assertThat(reason.description()).contains("by the peer or by the container");
                    } else {
                        assertThat(reason.kind()).as("%s", reason).isEqualTo(CloseReason.Kind.FAILURE);
                    }
                });
        await().atMost(GENEROUS).untilAsserted(() -> assertThat(listener.ends()).hasSize(1));
        assertThat(listener.frames()).containsExactly(BEFORE);
        assertThat(connection.ours().queuedBytes()).isZero();
        assertOthersAreServed();
    }

    /** Returns the code of the Close frame; none when the connection ended without one. */
    private static OptionalInt closeCode(RawSocket peer) throws IOException {
        try {
            return OptionalInt.of(peer.readClose());
        } catch (EOFException | SocketException e) {
            return OptionalInt.empty();
        }
    }

    private void assertOthersAreServed() throws Exception {
        Connection other = connect(SMALL);
        RecordingListener listener = new RecordingListener();
        other.ours().start(listener);
        other.peer().send(BEFORE);
        await().atMost(GENEROUS).until(() -> listener.frameCount() == 1);
        other.ours().send(new TextFrame("{}"));
        assertThat(other.peer().read().text()).isEqualTo("{}");
        other.peer().frame(0x88, WireFault.closing(1000, "done"));
        assertThat(other.ours().closed().toCompletableFuture())
                .succeedsWithin(GENEROUS)
                .isInstanceOfSatisfying(
                        WsCloseReason.class, reason -> assertThat(reason.kind()).isEqualTo(CloseReason.Kind.PEER));
        other.peer().close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001, 1002, 1003, 1007, 1009, 1011, 3000, 4999})
    void closeOfThePeerIsThatOfThePeer(int code) throws Exception {
        Connection connection = connect(SMALL);
        connection.ours().start(new RecordingListener());
        connection.peer().frame(0x88, WireFault.closing(code, "é"));
        assertThat(connection.ours().closed().toCompletableFuture())
                .succeedsWithin(GENEROUS)
                .isInstanceOfSatisfying(WsCloseReason.class, reason -> {
                    assertThat(reason.kind()).isEqualTo(CloseReason.Kind.PEER);
                    assertThat(reason.code()).isEqualTo(code);
                    assertThat(reason.peerText()).isEqualTo("é");
                });
        connection.peer().close();
    }

    @Test
    void closeWithoutACodeIsThatOfThePeer() throws Exception {
        Connection connection = connect(SMALL);
        connection.ours().start(new RecordingListener());
        connection.peer().frame(0x88);
        assertThat(connection.ours().closed().toCompletableFuture())
                .succeedsWithin(GENEROUS)
                .isInstanceOfSatisfying(WsCloseReason.class, reason -> {
                    assertThat(reason.kind()).as("%s", reason).isEqualTo(CloseReason.Kind.PEER);
                    assertThat(reason.code()).isIn(1000, 1005);
                });
        connection.peer().close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000_000})
    void whateverArrivesTheConnectionEndsAndOthersAreServed(long first) throws Exception {
        for (long seed = first; seed < first + SEEDS; seed++) {
            attack(seed);
        }
        assertOthersAreServed();
    }

    private void attack(long seed) throws Exception {
        Random random = new Random(seed);
        Connection connection = connect(SMALL);
        Transport ours = connection.ours();
        RawSocket peer = connection.peer();
        RecordingListener listener = new RecordingListener();
        ours.start(listener);
        String before = BEFORE.replace("\"id\":1", "\"id\":" + seed);
        peer.send(before);
        byte[] bytes = DamagedFrames.of(random, peer);
        int cut = random.nextInt(bytes.length + 1);
        try {
            peer.write(Arrays.copyOfRange(bytes, 0, cut));
            if (random.nextInt(3) == 0) {
                assertThat(ours.send(new TextFrame(DamagedFrames.MESSAGE), 1, TimeUnit.MINUTES))
                        .isTrue();
            }
            if (random.nextInt(3) == 0) {
                ours.close();
            }
            peer.write(Arrays.copyOfRange(bytes, cut, bytes.length));
        } catch (TransportClosedException e) {
            assertThat(e.reason()).isNotNull();
        } catch (SocketException e) {
            // It is closed already.
        }
        if (random.nextBoolean()) {
            peer.socket.close();
        } else {
            peer.halfClose();
            peer.drain();
            peer.close();
        }
        assertThat(ours.closed().toCompletableFuture())
                .as("seed %d", seed)
                .succeedsWithin(GENEROUS)
                .isInstanceOf(WsCloseReason.class);
        await().atMost(GENEROUS)
                .untilAsserted(
                        () -> assertThat(listener.ends()).as("seed %d", seed).hasSize(1));
        assertThat(listener.violations()).as("seed %d", seed).isZero();
        // A connection receives only the bytes of its peer.
        assertThat(listener.frames().stream().limit(1)).as("seed %d", seed).isSubsetOf(before);
        assertThat(ours.queuedBytes()).as("seed %d", seed).isZero();
    }
}
