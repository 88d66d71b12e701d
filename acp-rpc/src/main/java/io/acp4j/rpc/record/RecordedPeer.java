package io.acp4j.rpc.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.rpc.internal.record.FrameKind;
import io.acp4j.rpc.internal.record.LiveFrames;
import io.acp4j.rpc.internal.record.PlayedFrame;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.schema.json.RawJson;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One side of a recording, played to a live peer in a test.
 *
 * <p>Frames of this side are sent as they were recorded, without their pauses; before each, the peer must have sent what the
 * recording has of it so far. Its frames are compared by kind and method, and responses by the request that they belong to;
 * contents may differ, and so may the peer's request ids, which responses are changed to. What the peer sends beside the
 * recording is left unanswered. When everything has been played, the connection stays open until it is closed.
 *
 * @since 0.1.0
 */
public final class RecordedPeer implements AutoCloseable {

    /** How long the peer may take for each frame that the recording has of it, unless set otherwise: 60 seconds. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final List<Recording.Frame> frames;
    private final Direction played;
    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();
    private final LiveFrames live = new LiveFrames();
    private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    private final AtomicBoolean begun = new AtomicBoolean();

    /** The live peer's ids by those that the recording has for the same requests. */
    private final Map<JsonNode, JsonNode> ids = new HashMap<>();

    private volatile Duration timeout = DEFAULT_TIMEOUT;

    RecordedPeer(List<Recording.Frame> frames, Direction played) {
        this.frames = frames;
        this.played = played;
    }

    /**
     * Sets how long the live peer may take for each frame that the recording has of it.
     *
     * @param limit positive
     * @return this
     * @throws IllegalArgumentException when the limit is not positive
     */
    public RecordedPeer timeout(Duration limit) {
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException("timeout must be positive, not " + DurationText.of(limit));
        }
        timeout = limit;
        return this;
    }

    /**
     * Starts the playback and gives the live peer's end.
     *
     * @return the transport to connect the live peer with
     * @throws IllegalStateException when called a second time
     */
    public Transport transport() {
        if (!begun.compareAndSet(false, true)) {
            throw new IllegalStateException("the recording is being played already");
        }
        pair.agent().start(live);
        Thread thread = new Thread(this::play, "acp-playback-" + NUMBERS.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
        return pair.client();
    }

    /**
     * Returns a stage for the end of the playback.
     *
     * @return a stage that completes after the last frame. It fails with {@link AcpException} if the live peer differs from the recording;
     *     the connection then breaks
     */
    public CompletionStage<@Nullable Void> played() {
        return done.minimalCompletionStage();
    }

    /** Closes the connection, as a peer that has ended. */
    @Override
    public void close() {
        pair.agent().close();
    }

    private void play() {
        int number = 0;
        try {
            for (Recording.Frame frame : frames) {
                number++;
                RawJson json = frame.json();
                if (json != null) {
                    play(frame.direction(), json.toTree(), number);
                }
            }
            done.complete(null);
        } catch (DeviationException e) {
            fail(e);
        } catch (TransportClosedException e) {
            fail(ended(number, e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(ended(number, e));
        } catch (RuntimeException e) {
            fail(new AcpException("frame " + number + " of the recording cannot be played", e));
        }
    }

    private static AcpException ended(int number, Exception cause) {
        return new AcpException("the live peer ended before frame " + number + " of the recording", cause);
    }

    private void fail(AcpException failure) {
        done.completeExceptionally(failure);
        pair.agent().fail(failure);
    }

    private void play(Direction direction, JsonNode frame, int number)
            throws InterruptedException, TransportClosedException {
        if (direction == played) {
            pair.agent().send(new PlayedFrame(FrameKind.of(frame) == FrameKind.ANSWER ? readdressed(frame) : frame));
            return;
        }
        FrameKind kind = FrameKind.of(frame);
        String what = kind == FrameKind.ANSWER
                ? "the response to a request"
                : LogText.of(frame.path("method").asText());
        JsonNode met = live.take(candidate -> kind.matches(frame, candidate), timeout);
        if (met == null) {
            throw new DeviationException("the live peer has not sent " + what + ", which is frame " + number
                    + " of the recording; it sent " + live.describe());
        }
        if (kind == FrameKind.REQUEST) {
            ids.put(FrameKind.idOf(frame), met.get("id"));
        }
    }

    /** Returns a response with the id of the live request. */
    private JsonNode readdressed(JsonNode answer) {
        JsonNode liveId = ids.get(FrameKind.idOf(answer));
        return liveId == null ? answer : ((ObjectNode) answer.deepCopy()).set("id", liveId);
    }

    /** A difference between the live peer and the recording. */
    private static final class DeviationException extends AcpException {

        private static final long serialVersionUID = 1L;

        DeviationException(String message) {
            super(message, null);
        }
    }
}
