package io.acp4j.transport.http.internal.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.schema.RequestId;
import io.acp4j.transport.http.HttpLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where the responses to a client's requests go, with requests for streams that the test plays. */
class HttpConnectionTest {

    private static final RequestId ONE = RequestId.of(1);

    private final HttpConnection connection = new HttpConnection("c", "", RequestId.of(0), new Ignored(), new Host());

    private record Response(RequestId id, String rest) implements OutboundFrame {

        @Override
        public Envelope envelope() {
            return new Envelope(Envelope.Kind.RESPONSE, id, null, null);
        }

        @Override
        public void writeTo(FrameBuffer buffer) {
            byte[] bytes = ("{\"jsonrpc\":\"2.0\",\"id\":1," + rest + "}").getBytes(UTF_8);
            buffer.append(bytes, 0, bytes.length);
        }
    }

    private static Response result() {
        return new Response(ONE, "\"result\":{}");
    }

    @BeforeEach
    void initialize() throws Exception {
        connection.send(new Response(RequestId.of(0), "\"result\":{}"));
    }

    private void attach(String session, EventResponse response) {
        EventStream stream = Objects.requireNonNull(connection.streams().use(session));
        assertThat(connection.streams().attach(stream, response, -1)).isEqualTo(EventStream.Attachment.DONE);
    }

    @Test
    void idMayBeUsedAgainAsSoonAsItsResponseCanBeRead() throws Exception {
        assertThat(connection.remember(ONE, "s", "session/prompt")).isTrue();
        List<Boolean> again = new ArrayList<>();
        attach("s", new FakeResponse() {
            @Override
            public void drain() {
                again.add(connection.remember(ONE, "s", "session/prompt"));
            }
        });

        connection.send(result());

        assertThat(again).containsExactly(true);
        assertThat(connection.remember(ONE, "s", "session/prompt"))
                .as("it is in use")
                .isFalse();
    }

    @Test
    void connectionIsNotQuietBeforeTheLastResponseIsSent() throws Exception {
        assertThat(connection.remember(ONE, "s", "session/prompt")).isTrue();
        List<String> events = new ArrayList<>();
        connection.whenQuiet(() -> events.add("quiet"));
        attach("s", new FakeResponse() {
            @Override
            public void drain() {
                events.add("sent");
                // As a shutdown does that begins at this moment.
                connection.whenQuiet(() -> events.add("quiet"));
            }
        });

        connection.send(result());

        assertThat(events).containsExactly("sent", "quiet");
    }

    @Test
    void responseThatFindsNoRoomGoesToItsSessionLater() throws Exception {
        assertThat(connection.remember(ONE, "s", "session/prompt")).isTrue();
        EventStream stream = Objects.requireNonNull(connection.streams().use("s"));
        int filled = 0;
        while (stream.offer(new Response(RequestId.of(2), "\"result\":\"" + "x".repeat(1000) + "\""))) {
            filled++;
        }
        assertThat(filled).isPositive();

        assertThat(connection.send(result(), 1, TimeUnit.NANOSECONDS)).isFalse();
        assertThat(connection.offer(result())).isFalse();
        assertThat(connection.remember(ONE, "s", "session/prompt"))
                .as("it is in use")
                .isFalse();
        FakeResponse reading = new FakeResponse();
        attach("s", reading);
        while (stream.next(reading, 1 << 20, (bytes, offset, length) -> {})) {
            // Makes room.
        }
        assertThat(connection.offer(result())).isTrue();
        StringBuilder last = new StringBuilder();
        assertThat(stream.next(
                        reading,
                        1 << 20,
                        (bytes, offset, length) -> last.append(new String(bytes, offset, length, UTF_8))))
                .isTrue();
        assertThat(last.toString()).contains("\"id\":1");
    }

    @Test
    void streamOfASessionIsLetGoOfBehindTheResponseToItsCloseAndNotBehindAnError() throws Exception {
        assertThat(connection.hasStreamFor("s")).isTrue();
        assertThat(connection.remember(ONE, "s", "session/close")).isTrue();
        connection.send(new Response(ONE, "\"error\":{\"code\":-32603,\"message\":\"no\"}"));
        read("s");
        connection.streams().forgetClosed();
        assertThat(connection.streams().all()).hasSize(2);

        assertThat(connection.remember(ONE, "s", "session/close")).isTrue();
        connection.send(result());
        read("s");
        connection.streams().forgetClosed();
        assertThat(connection.streams().all()).hasSize(1);
    }

    /** All connections of a server share the room for bodies: one whose agent takes nothing must not use it up. */
    @Test
    void onlyAsMuchIsHeldForAnAgentThatTakesNothingAsTwoMessagesMayHave() {
        byte[] message = new byte[Host.LIMITS.maxMessageBytes() / 4 * 3];
        List<String> taken = new ArrayList<>();
        int held = 0;
        while (held < 2 * HeldRequests.MAX && connection.receive(message, () -> taken.add("taken"))) {
            held++;
        }

        assertThat(taken).as("what is taken before the agent has no room").hasSizeLessThan(held);
        assertThat(held - taken.size()).isEqualTo(2);
        assertThat(connection.receive(new byte[10], () -> {}))
                .as("what is short finds room")
                .isTrue();
    }

    private void read(String session) {
        FakeResponse reading = new FakeResponse();
        EventStream stream = Objects.requireNonNull(connection.streams().use(session));
        connection.streams().attach(stream, reading, -1);
        while (stream.next(reading, 1 << 20, (bytes, offset, length) -> {})) {
            // Reads on.
        }
        connection.detached(stream, reading);
    }

    private static final class Ignored implements HttpConnection.Opening {

        @Override
        public void responded(String connection, byte[] response, boolean isError) {}

        @Override
        public void failed(CloseReason why) {}
    }

    private static final class Host implements ConnectionHost {

        static final HttpLimits LIMITS = HttpLimits.builder()
                .maxQueuedBytes(10_000, 100_000)
                .replayBytes(1000)
                .maxMessageBytes(400_000)
                .build();

        @Override
        public HttpLimits limits() {
            return LIMITS;
        }

        @Override
        public Executor workers() {
            return Runnable::run;
        }

        @Override
        public void later(long nanos, Runnable action) {}

        @Override
        public void every(long periodNanos, Runnable action, CompletableFuture<?> until) {}

        @Override
        public void gone(HttpConnection connection) {}
    }
}
