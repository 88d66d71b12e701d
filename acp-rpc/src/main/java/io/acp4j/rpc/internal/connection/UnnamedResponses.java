package io.acp4j.rpc.internal.connection;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.MalformedMessageException;
import io.acp4j.rpc.internal.message.Inbound;
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
 * <p>Called by the reading thread only.
 */
final class UnnamedResponses {

    /** Time limit for a sign of receipt if the connection has no request timeout. */
    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(60);

    private final Engine engine;

    UnnamedResponses(Engine engine) {
        this.engine = engine;
    }

    void take(Inbound.Unnamed response, PeerWarnings warnings) {
        ErrorObject error = response.error();
        List<OutboundCall<?>> pending = engine.calls.sent();
        int maxBytes = learnLimit(error);
        if (maxBytes > 0) {
            List<OutboundCall<?>> tooLarge =
                    pending.stream().filter(call -> call.bytes() > maxBytes).toList();
            if (!tooLarge.isEmpty()) {
                tooLarge.forEach(call -> end(call, response));
                return;
            }
        }
        List<OutboundCall<?>> unread = error == null
                ? pending
                : pending.stream().filter(call -> !call.isHeard()).toList();
        if (unread.size() == 1) {
            end(unread.get(0), response);
        } else if (!pending.isEmpty()) {
            suspect(unread.isEmpty() ? pending : unread, response, warnings);
        }
    }

    /**
     * Handles a message that may be a response.
     *
     * @param id the ID of the message; null if the message may be the response to any request
     */
    void suspect(@Nullable RequestId id, String description, PeerWarnings warnings) {
        List<OutboundCall<?>> pending = engine.calls.sent();
        if (id != null && !(id instanceof RequestId.Null)) {
            OutboundCall<?> named = engine.calls.findDamaged(id);
            pending = named != null && pending.contains(named) ? List.of(named) : List.of();
        }
        if (!pending.isEmpty()) {
            suspect(pending, new Inbound.Unnamed(null, description), warnings);
        }
    }

    /** Applies the message limit that an error of the peer reports. Returns the limit, or 0 if the error does not contain one. */
    int learnLimit(@Nullable ErrorObject error) {
        RawJson data = error == null || !error.code().equals(ErrorCode.PARSE_ERROR) ? null : error.data();
        if (data == null || data.length() > 1024) {
            return 0;
        }
        JsonNode tree = data.toTree();
        int maxBytes = tree.path("reason").asText().equals(InboundCall.TOO_LARGE)
                ? tree.path("maxBytes").asInt()
                : 0;
        if (maxBytes > 0) {
            engine.frames.limit(maxBytes);
        }
        return maxBytes;
    }

    private void end(OutboundCall<?> call, Inbound.Unnamed response) {
        String fault = response.error() == null ? response.description() : null;
        engine.responses.take(new Inbound.Response(call.id(), call, null, response.error(), fault), 0);
    }

    /** Fails each of several requests unless the peer shows within a limited time that it has received the request. */
    private void suspect(List<OutboundCall<?>> calls, Inbound.Unnamed response, PeerWarnings warnings) {
        Duration limit = engine.options.requestTimeout();
        Duration wait = limit.isZero() ? DEFAULT_WAIT : limit;
        warnings.warn(
                LoggerFactory.getLogger(UnnamedResponses.class),
                "{} may refer to any of {}; each fails in {} unless a message about its session arrives",
                response.description(),
                calls.stream().map(UnnamedResponses::name).collect(Collectors.joining(", ")),
                DurationText.of(wait));
        for (OutboundCall<?> call : calls) {
            call.suspect(response);
            engine.calls.awaitSign(call);
            failAfter(wait, wait, call);
        }
    }

    /** Starts the timer of a request, unless it is running. */
    private void failAfter(Duration delay, Duration wait, OutboundCall<?> call) {
        if (call.startTimer()) {
            engine.timers.after(Deadline.millis(delay), () -> failUnlessHeard(wait, call));
        }
    }

    private void failUnlessHeard(Duration wait, OutboundCall<?> call) {
        // First of all, so that a suspicion from now on starts a timer.
        call.untimed();
        OutboundCall.Suspicion suspicion = call.suspicion();
        if (suspicion == null || !engine.calls.isPending(call)) {
            return;
        }
        // The peer cannot continue before its own request has a response, for example of a person.
        Duration left = isPeerWaiting(call) ? wait : wait.minusNanos(System.nanoTime() - suspicion.since());
        if (left.toMillis() > 0) {
            failAfter(left, wait, call);
            return;
        }
        Inbound.Unnamed response = suspicion.response();
        call.ended(Outcomes.FAILED);
        engine.abandon(call);
        call.fail(failure(call, response.error(), response.description()));
    }

    private boolean isPeerWaiting(OutboundCall<?> call) {
        return call.session() != null && engine.served.isServing(call.session());
    }

    private static AcpException failure(OutboundCall<?> call, @Nullable ErrorObject error, String description) {
        return error == null
                ? new MalformedMessageException(
                        "the response to " + call.methodName() + " is malformed: " + description)
                : AcpErrorException.received(call.methodName(), error);
    }

    private static String name(OutboundCall<?> call) {
        return call.session() == null
                ? call.methodName()
                : call.methodName() + " of session " + call.session().value();
    }
}
