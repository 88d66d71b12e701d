package io.acp4j.rpc.internal.receipt;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.internal.text.PeerWarnings;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.RawJson;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Ends the request that a response without an ID refers to. The rule is documented at {@link io.acp4j.rpc.Connection}.
 *
 * <p>Messages are passed by one thread at a time. Timers may run on other threads.
 *
 * @param <R> the type of the requests
 */
public final class UnnamedResponseRule<R extends SentRequest> {

    /** The {@code data.reason} of a message that is larger than a limit. */
    public static final String TOO_LARGE = "message_too_large";

    /** The {@code data.reason} of a proxy's error for a message that it cannot read and that may be a response. */
    public static final String UNREADABLE_MESSAGE = "unreadable_message";

    /** The member of {@code data} with the ID of the request that such a message contains. */
    public static final String REQUEST_ID = "requestId";

    /** Time limit for a sign of receipt if none is configured. */
    public static final Duration DEFAULT_WAIT = Duration.ofSeconds(60);

    private static final int MAX_DATA_BYTES = 1024;

    private final Requests<R> requests;
    private final ReceiptSigns<R> signs;

    /**
     * Creates the rule for the requests to one peer.
     *
     * @param requests the requests
     * @param signs the signs of receipt of these requests
     */
    public UnnamedResponseRule(Requests<R> requests, ReceiptSigns<R> signs) {
        this.requests = requests;
        this.signs = signs;
    }

    /**
     * The requests to a peer.
     *
     * @param <R> the type of the requests
     */
    public interface Requests<R> {

        /** Returns the requests that were sent and have not ended. */
        List<R> sent();

        /** Returns whether a request has not ended. */
        boolean isPending(R request);

        /** Finds the request of a damaged response, whose ID may be the number as a string. */
        @Nullable
        R findDamaged(RequestId id);

        /** Returns whether the peer waits for a response about the session of a request, for example of a person. */
        boolean isPeerWaiting(R request);

        /** Applies a limit on the size of messages that the peer has reported. */
        void limit(int maxBytes);

        /** Ends a request by a response that refers to it. */
        void end(R request, UnnamedResponse response);

        /** Ends a request for which no sign of receipt has arrived in time. */
        void giveUp(R request, UnnamedResponse response);

        /** Returns the time limit for a sign of receipt. */
        Duration wait(R request);

        /** Runs an action after a delay. */
        void after(Duration delay, Runnable action);

        /** Returns the time that delays refer to, as {@link System#nanoTime()} does. */
        default long nanoTime() {
            return System.nanoTime();
        }
    }

    /** Handles a response without an ID. */
    public void take(UnnamedResponse response, PeerWarnings warnings) {
        ErrorObject error = response.error();
        JsonNode data = dataOf(error);
        if (data.path("reason").asText().equals(UNREADABLE_MESSAGE)) {
            suspect(idOf(data.path(REQUEST_ID)), response, warnings);
            return;
        }
        List<R> pending = requests.sent();
        int maxBytes = learnLimit(error);
        if (maxBytes > 0) {
            List<R> tooLarge =
                    pending.stream().filter(each -> each.bytes() > maxBytes).toList();
            if (!tooLarge.isEmpty()) {
                tooLarge.forEach(each -> requests.end(each, response));
                return;
            }
        }
        List<R> unread = error == null
                ? pending
                : pending.stream().filter(each -> !each.isHeard()).toList();
        if (unread.size() == 1) {
            requests.end(unread.get(0), response);
        } else if (!pending.isEmpty()) {
            suspect(unread.isEmpty() ? pending : unread, response, warnings);
        }
    }

    /**
     * Handles a message that may be a response.
     *
     * @param id the ID of the message; null if the message may be the response to any request
     */
    public void suspect(@Nullable RequestId id, UnnamedResponse message, PeerWarnings warnings) {
        List<R> pending = requests.sent();
        if (id != null && !(id instanceof RequestId.Null)) {
            R named = requests.findDamaged(id);
            pending = named != null && pending.contains(named) ? List.of(named) : List.of();
        }
        if (!pending.isEmpty()) {
            suspect(pending, message, warnings);
        }
    }

    /** Applies the message limit that an error of the peer reports. Returns the limit, or 0 if the error does not contain one. */
    public int learnLimit(@Nullable ErrorObject error) {
        if (error == null || !error.code().equals(ErrorCode.PARSE_ERROR)) {
            return 0;
        }
        JsonNode data = dataOf(error);
        int maxBytes = data.path("reason").asText().equals(TOO_LARGE)
                ? data.path("maxBytes").asInt()
                : 0;
        if (maxBytes > 0) {
            requests.limit(maxBytes);
        }
        return maxBytes;
    }

    private static JsonNode dataOf(@Nullable ErrorObject error) {
        RawJson data = error == null ? null : error.data();
        return data == null || data.length() > MAX_DATA_BYTES ? RawJson.NULL.toTree() : data.toTree();
    }

    /** Returns the ID in a {@link #REQUEST_ID} member; null if it is not a number or a string. */
    public static @Nullable RequestId idOf(JsonNode id) {
        if (id.isIntegralNumber() && id.canConvertToLong()) {
            return RequestId.of(id.longValue());
        }
        return id.isTextual() ? RequestId.of(id.textValue()) : null;
    }

    /** Fails each of several requests unless the peer shows within a limited time that it has received the request. */
    private void suspect(List<R> candidates, UnnamedResponse response, PeerWarnings warnings) {
        warnings.warn(
                LoggerFactory.getLogger(UnnamedResponseRule.class),
                "{} may refer to any of {}; each fails in {} unless a message about its session arrives",
                response.description(),
                candidates.stream().map(SentRequest::description).collect(Collectors.joining(", ")),
                DurationText.of(requests.wait(candidates.get(0))));
        for (R request : candidates) {
            request.suspect(response, requests.nanoTime());
            signs.await(request);
            failAfter(requests.wait(request), request);
        }
    }

    /** Starts the timer of a request, unless it is running. */
    private void failAfter(Duration delay, R request) {
        if (request.startTimer()) {
            requests.after(delay, () -> failUnlessHeard(request));
        }
    }

    private void failUnlessHeard(R request) {
        // First of all, so that a suspicion from now on starts a timer.
        request.untimed();
        SentRequest.Suspicion suspicion = request.suspicion();
        if (suspicion == null || !requests.isPending(request)) {
            return;
        }
        // The peer cannot continue before its own request has a response, for example of a person.
        Duration wait = requests.wait(request);
        Duration left =
                requests.isPeerWaiting(request) ? wait : wait.minusNanos(requests.nanoTime() - suspicion.since());
        if (left.toMillis() > 0) {
            failAfter(left, request);
            return;
        }
        requests.giveUp(request, suspicion.response());
    }
}
