package io.acp4j.transport.http.internal.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.transport.http.HttpLimits;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the streams of a connection hold, and when they are let go of. */
class EventStreamsTest {

    private static final HttpLimits LIMITS = HttpLimits.builder().maxStreams(2).build();

    private record Text(String text) implements OutboundFrame {

        @Override
        public Envelope envelope() {
            return new Envelope(Envelope.Kind.NOTIFICATION, null, "_x", null);
        }

        @Override
        public void writeTo(FrameBuffer buffer) {
            byte[] bytes = text.getBytes(UTF_8);
            buffer.append(bytes, 0, bytes.length);
        }
    }

    private static EventStream use(EventStreams streams, String session) {
        return Objects.requireNonNull(streams.use(session));
    }

    /** Between its look-up and its use a stream must not be let go of, with what is then sent there. */
    @Test
    void streamThatIsAboutToBeUsedIsNotLetGoOf() throws Exception {
        EventStreams streams = new EventStreams(LIMITS);
        EventStream first = use(streams, "a");
        EventStream second = use(streams, "b");
        assertThat(streams.use("c")).isNull();

        assertThat(first.offer(new Text("sent in time"))).isTrue();
        first.unuse();
        assertThat(streams.use("c")).isNull();
        assertThat(streams.attach(second, new FakeResponse(), -1)).isEqualTo(EventStream.Attachment.DONE);
        assertThat(streams.use("c")).isNull();

        assertThat(use(streams, "a")).isSameAs(first);
        assertThat(use(streams, "b")).isSameAs(second);
    }

    @Test
    void streamThatNobodyUsesIsLetGoOfAtTheLimit() {
        EventStreams streams = new EventStreams(LIMITS);
        EventStream first = use(streams, "a");
        first.unuse();
        EventStream second = use(streams, "b");

        assertThat(streams.use("c")).isNotNull();
        assertThat(use(streams, "b")).isSameAs(second);
        second.unuse();
        second.unuse();
        assertThat(use(streams, "a")).isNotSameAs(first);
    }

    /** The note of the second request must not outlive the stream. */
    @Test
    void streamThatWasAskedForWhileItWasReadIsForgottenWithItsSession() {
        EventStreams streams = new EventStreams(LIMITS);
        WeakReference<EventStream> stream = new WeakReference<>(askedForTwice(streams));

        streams.over("a", true);
        streams.forgetClosed();

        await().atMost(Duration.ofMinutes(1)).until(() -> {
            System.gc();
            return stream.get() == null;
        });
        assertThat(streams.all()).hasSize(1);
    }

    private static EventStream askedForTwice(EventStreams streams) {
        EventStream stream = use(streams, "a");
        FakeResponse response = new FakeResponse();
        assertThat(streams.attach(stream, response, -1)).isEqualTo(EventStream.Attachment.DONE);
        assertThat(streams.attach(use(streams, "a"), new FakeResponse(), -1)).isEqualTo(EventStream.Attachment.TAKEN);
        streams.detach(stream, response);
        return stream;
    }

    @Test
    void whatHasNotBeenHandedOverCountsWhetherOrNotAResponseHasTakenIt() throws Exception {
        EventStreams streams = new EventStreams(LIMITS);
        EventStream stream = use(streams, "a");
        for (int i = 0; i < 10; i++) {
            assertThat(stream.offer(new Text("x".repeat(1000)))).isTrue();
        }
        long all = streams.queuedBytes();
        FakeResponse response = new FakeResponse();
        streams.attach(stream, response, -1);

        assertThat(stream.next(response, 1500, (bytes, offset, length) -> {})).isTrue();
        assertThat(streams.queuedBytes()).isEqualTo(all - 1500);

        streams.detach(stream, response);
        long first = all / 10;
        assertThat(streams.queuedBytes())
                .as("the second event will be handed over as a whole")
                .isEqualTo(all - first);

        FakeResponse next = new FakeResponse();
        streams.attach(use(streams, "a"), next, -1);
        while (stream.next(next, 700, (bytes, offset, length) -> {})) {
            // Continues to read.
        }
        assertThat(streams.queuedBytes()).isZero();
    }

    @Test
    void whatIsDroppedDoesNotCountAnyMore() throws Exception {
        EventStreams streams = new EventStreams(LIMITS);
        EventStream broken = use(streams, "a");
        FakeResponse response = new FakeResponse();
        streams.attach(broken, response, -1);
        assertThat(broken.offer(new Text("begun"))).isTrue();
        assertThat(broken.next(response, 3, (bytes, offset, length) -> {})).isTrue();
        assertThat(broken.offer(new Text("queued"))).isTrue();
        EventStream other = use(streams, "b");
        assertThat(other.offer(new Text("other"))).isTrue();

        broken.breakOff(CloseReason.local());

        assertThat(streams.queuedBytes()).isEqualTo("id: 1\ndata: other\n\n".length());
    }

    @Test
    void whatIsReplayedIsNotCountedTwice() throws Exception {
        EventStreams streams =
                new EventStreams(LIMITS.toBuilder().replayBytes(10_000).build());
        EventStream stream = use(streams, "a");
        FakeResponse response = new FakeResponse();
        streams.attach(stream, response, -1);
        for (int i = 0; i < 3; i++) {
            assertThat(stream.offer(new Text("an event"))).isTrue();
        }
        int first = "id: 1\ndata: an event\n\n".length();
        assertThat(stream.next(response, first + 3, (bytes, offset, length) -> {}))
                .isTrue();
        streams.detach(stream, response);

        StringBuilder again = new StringBuilder();
        FakeResponse next = new FakeResponse();
        streams.attach(use(streams, "a"), next, 1);
        while (stream.next(
                next, 1000, (bytes, offset, length) -> again.append(new String(bytes, offset, length, UTF_8)))) {
            // Continues to read.
        }

        assertThat(again).hasToString("id: 2\ndata: an event\n\nid: 3\ndata: an event\n\n");
        assertThat(streams.queuedBytes()).isZero();
    }

    /** A batch may be larger than the window, which must not lose events that have not been passed on. */
    @Test
    void eventsThatHaveNotBeenHandedOverDoNotCountAgainstTheReplayWindow() throws Exception {
        EventStreams streams =
                new EventStreams(LIMITS.toBuilder().replayBytes(50).build());
        EventStream stream = use(streams, "a");
        FakeResponse response = new FakeResponse();
        streams.attach(stream, response, -1);
        for (int i = 0; i < 20; i++) {
            assertThat(stream.offer(new Text("an event"))).isTrue();
        }
        int first = "id: 1\ndata: an event\n\n".length();
        assertThat(stream.next(response, first + 3, (bytes, offset, length) -> {}))
                .isTrue();
        streams.detach(stream, response);

        FakeResponse next = new FakeResponse();
        assertThat(streams.attach(use(streams, "a"), next, 1)).isEqualTo(EventStream.Attachment.DONE);
        StringBuilder rest = new StringBuilder();
        while (stream.next(
                next, 1000, (bytes, offset, length) -> rest.append(new String(bytes, offset, length, UTF_8)))) {
            // Continues to read.
        }

        assertThat(rest.toString()).startsWith("id: 2\n").contains("id: 20\n");
    }

    @Test
    void clientThatNamesItsLastEventTakesItsStreamOverAtOnce() {
        EventStreams streams = new EventStreams(LIMITS);
        assertThat(streams.attach(use(streams, "a"), new FakeResponse(), -1)).isEqualTo(EventStream.Attachment.DONE);

        assertThat(streams.attach(use(streams, "a"), new FakeResponse(), -1)).isEqualTo(EventStream.Attachment.TAKEN);
        assertThat(streams.attach(use(streams, "a"), new FakeResponse(), 0)).isEqualTo(EventStream.Attachment.DONE);
    }

    @Test
    void replayWindowsOfAConnectionShareTheLimitOfTheConnection() throws Exception {
        int event = "id: 1\ndata: an event\n\n".length();
        EventStreams streams = new EventStreams(LIMITS.toBuilder()
                .replayBytes(event)
                .maxQueuedBytes(event, event)
                .build());
        for (String session : List.of("a", "b")) {
            EventStream stream = use(streams, session);
            FakeResponse response = new FakeResponse();
            streams.attach(stream, response, -1);
            assertThat(stream.offer(new Text("an event"))).isTrue();
            assertThat(stream.next(response, 1000, (bytes, offset, length) -> {}))
                    .isTrue();
            streams.detach(stream, response);
        }

        assertThat(streams.attach(use(streams, "a"), new FakeResponse(), 0)).isEqualTo(EventStream.Attachment.DONE);
        assertThat(streams.attach(use(streams, "b"), new FakeResponse(), 0)).isEqualTo(EventStream.Attachment.LOST);
    }

    @Test
    void streamOfAClosedSessionIsLetGoOfWithItsReplayWindowOnceItHasBeenRead() throws Exception {
        EventStreams streams =
                new EventStreams(LIMITS.toBuilder().replayBytes(1000).build());
        EventStream stream = use(streams, "a");
        FakeResponse response = new FakeResponse();
        streams.attach(stream, response, -1);
        assertThat(stream.offer(new Text("the response to session/close"))).isTrue();
        streams.over("a", true);
        streams.detach(stream, response);
        streams.forgetClosed();
        assertThat(streams.all()).contains(stream);

        FakeResponse next = new FakeResponse();
        streams.attach(use(streams, "a"), next, -1);
        while (stream.next(next, 1000, (bytes, offset, length) -> {})) {
            // Continues to read.
        }
        streams.forgetClosed();
        assertThat(streams.all()).contains(stream);
        streams.detach(stream, next);
        streams.forgetClosed();

        assertThat(streams.all()).containsExactly(use(streams, ""));
    }
}
