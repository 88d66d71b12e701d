package io.acp4j.proxy.internal.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.internal.receipt.UnnamedResponseRule;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonSyntaxException;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes on responses that do not name their request. The sender of the request decides which one ends, since it has seen the messages
 * about its session.
 */
final class UnnamedResponseRouter {

    private static final Logger LOG = LoggerFactory.getLogger(UnnamedResponseRouter.class);

    private final Relay relay;

    UnnamedResponseRouter(Relay relay) {
        this.relay = relay;
    }

    /**
     * Passes a response without an ID on to all senders of requests without a response. A report of another proxy about one request is
     * passed on to the sender of that request only, which has another ID for it.
     */
    void pass(Hop from, Scan message) {
        ErrorObject report = reportIn(message);
        RequestId id = report == null ? null : requestIn(report);
        if (report != null && id != null) {
            passReport(from, report, id);
            return;
        }
        for (Hop to : doubtfulOrigins(from)) {
            if (!relay.send(
                    to,
                    new Splice(Envelope.Kind.RESPONSE, null, null, to).add(message.buffer, message.from, message.to))) {
                LOG.debug("a response without an ID came too late: the {} is gone", to.name());
            }
        }
    }

    /** Returns the error of a proxy about a message that it cannot read; null if a response contains no such error. */
    private static @Nullable ErrorObject reportIn(Scan message) {
        if (!message.error.exists()) {
            return null;
        }
        try {
            ErrorObject error = ErrorObject.CODEC.decode(message.buffer, message.error.from(), message.error.length());
            return dataOf(error).path("reason").asText().equals(UnnamedResponseRule.UNREADABLE_MESSAGE) ? error : null;
        } catch (SchemaException | JsonSyntaxException e) {
            return null; // the receiver reports it
        }
    }

    private static JsonNode dataOf(ErrorObject error) {
        return error.data() == null ? RawJson.NULL.toTree() : error.data().toTree();
    }

    private static @Nullable RequestId requestIn(ErrorObject report) {
        return UnnamedResponseRule.idOf(dataOf(report).path(UnnamedResponseRule.REQUEST_ID));
    }

    private void passReport(Hop from, ErrorObject report, RequestId id) {
        ObjectNode data = dataOf(report).deepCopy();
        Pending named = from.findDamaged(id);
        if (named == null) {
            data.remove(UnnamedResponseRule.REQUEST_ID);
            ErrorObject changed = new ErrorObject(report.code(), report.message(), RawJson.of(data));
            doubtfulOrigins(from).forEach(origin -> answer(origin, changed));
        } else {
            from.markDoubtful(named);
            data.set(
                    UnnamedResponseRule.REQUEST_ID,
                    RequestId.CODEC.toRaw(named.originId()).toTree());
            answer(named.origin(), new ErrorObject(report.code(), report.message(), RawJson.of(data)));
        }
    }

    /** Responds without an ID. */
    private void answer(Hop origin, ErrorObject error) {
        RequestId none = RequestId.Null.INSTANCE;
        relay.forwarder().answer(origin, none, RequestId.CODEC.encode(none), error);
    }

    /**
     * Ends the request whose response cannot be read. If the response has no ID, all peers that may wait for it receive an error without an
     * ID.
     */
    void endUnreadable(Hop from, NoMessageException problem) {
        ErrorObject error = unreadable(from, problem.problem());
        if (!(problem.id() instanceof RequestId.Null)) {
            Pending request = from.end(problem.id());
            if (request != null) {
                relay.forwarder().answer(request, error);
            }
            return;
        }
        List<Pending> candidates = from.sentRequests();
        if (candidates.size() == 1 && from.end(candidates.get(0).targetId()) != null) {
            relay.forwarder().answer(candidates.get(0), error);
        } else {
            doubtfulOrigins(from).forEach(origin -> answer(origin, error));
        }
    }

    /**
     * Reports a damaged object that may be a response to the senders of the requests that it may refer to. Each decides after some time, as
     * it does for such an object from its own peer.
     */
    void report(Hop from, Envelope message, String problem) {
        RequestId id = message.id();
        Pending named = id == null ? null : from.findDamaged(id);
        if (named != null) {
            from.markDoubtful(named);
            report(named.origin(), from, problem, named.originId());
        } else if (id == null) {
            doubtfulOrigins(from).forEach(origin -> report(origin, from, problem, null));
        }
    }

    private void report(Hop origin, Hop from, String problem, @Nullable RequestId request) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("reason", UnnamedResponseRule.UNREADABLE_MESSAGE);
        data.put("component", from.name());
        if (request != null) {
            data.put(
                    UnnamedResponseRule.REQUEST_ID,
                    RequestId.CODEC.toRaw(request).toTree());
        }
        ErrorObject error = new ErrorObject(
                ErrorCode.INTERNAL_ERROR,
                "A message of the " + from.name() + " cannot be read: " + problem,
                RawJson.of(data));
        answer(origin, error);
    }

    /** Returns the senders of all requests without a response, and marks these requests. */
    private static Set<Hop> doubtfulOrigins(Hop target) {
        target.markDoubtful();
        return target.sentRequests().stream().map(Pending::origin).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Ends the requests of a sender that a response without an ID may have ended. The sender has forgotten most of them, and no response
     * follows. One that still waits receives an error.
     */
    void release(Hop origin) {
        for (Pending request : origin.receivedRequests()) {
            Hop target = request.target();
            if (target.isDoubtful(request.targetId()) && target.end(request.targetId()) != null) {
                relay.forwarder().answer(request, unreadable(target, "it may have had no ID"));
            }
        }
    }

    private static ErrorObject unreadable(Hop from, String problem) {
        return new ErrorObject(
                ErrorCode.INTERNAL_ERROR,
                "The response of the " + from.name() + " cannot be read: " + problem,
                RawJson.of(Map.of("reason", "unreadable_response", "component", from.name())));
    }
}
