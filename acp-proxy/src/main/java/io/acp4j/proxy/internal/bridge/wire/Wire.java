package io.acp4j.proxy.internal.bridge.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.internal.receipt.PersonRequestRule;
import io.acp4j.rpc.internal.receipt.UnnamedResponse;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.method.Methods;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests, responses and notifications of both hops: reads envelopes, maps ids, knows what is in flight. */
public final class Wire {

    public static final String CANCEL = "$/cancel_request";
    private static final String ELICITATION = "elicitation/create";
    private static final String REQUEST_ID = "requestId";

    private static final Logger LOG = LoggerFactory.getLogger(Wire.class);

    private final Sink sink;
    private final int maxRequests;
    private final Map<Side, Map<String, Incoming>> received = new EnumMap<>(Side.class);
    private final Map<Side, OutgoingRequests> sent = new EnumMap<>(Side.class);
    private long lastId;
    private @Nullable String end;

    /** True after a response to unreadable input of the agent without an ID. */
    private boolean noiseAnswered;

    private int failures;

    public Wire(Sink sink, Timers timers, int maxRequests) {
        this.sink = sink;
        this.maxRequests = maxRequests;
        for (Side side : Side.values()) {
            received.put(side, new HashMap<>());
            sent.put(side, new OutgoingRequests(this, side, timers));
        }
    }

    private static <T> T of(Map<Side, T> map, Side side) {
        T value = map.get(side);
        if (value == null) {
            throw new IllegalStateException("no " + side);
        }
        return value;
    }

    /** Takes a message from a peer. */
    public void receive(Side from, JsonNode message, Translator translator) {
        if (!(message instanceof ObjectNode)) {
            refuseUnread(from, NullNode.instance, -32600, "Invalid request: expected an object");
            return;
        }
        JsonNode method = message.path("method");
        JsonNode id = Json.id(message.path("id"));
        if (message.has("method")) {
            of(sent, from).heardOf(message.path("params"));
            if (message.has("result") || message.has("error")) {
                refuseUnread(from, id, -32600, "Invalid request: a method beside a result or an error");
            } else if (!method.isTextual()) {
                refuseUnread(from, id, -32600, "Invalid request: /method: expected a string");
            } else if (message.has("id")) {
                receiveRequest(from, id, method.textValue(), message.path("params"), translator);
            } else {
                receiveNotification(from, method.textValue(), message.path("params"), translator);
            }
        } else if (message.has("result")
                || message.has("error")
                || of(sent, from).find(id) != null) {
            receiveResponse(from, id, message);
        } else {
            refuseUnread(from, id, -32600, "Invalid request: neither a method nor a result nor an error");
        }
    }

    /** Ends the request that a damaged response names; responds to any other message that cannot be read. */
    public void refuseUnread(Side from, FrameError fault) {
        Envelope message = fault.beginning();
        JsonNode id = message == null || message.id() == null || message.kind() == Envelope.Kind.UNKNOWN
                ? NullNode.instance
                : RequestId.CODEC.toRaw(message.id()).toTree();
        String name = from == Side.AGENT ? "agent" : "client";
        if (message != null && message.kind() == Envelope.Kind.RESPONSE) {
            receiveDamagedResponse(from, id, "the response of the " + name + " cannot be read: " + fault.problem());
            return;
        }
        if (message != null && isNotification(message)) {
            return;
        }
        boolean isCall = message != null && message.kind() != Envelope.Kind.UNKNOWN;
        boolean isNoise = from == Side.AGENT && !isCall && id.isNull();
        boolean isRepeatedNoise = isNoise && noiseAnswered;
        noiseAnswered |= isNoise;
        if (!isRepeatedNoise) {
            refuseUnread(from, id, -32700, "Parse error: " + fault.problem());
        }
        if (message != null && message.kind() == Envelope.Kind.UNKNOWN) {
            of(sent, from).suspect(message.id(), "a message of the " + name + " cannot be read: " + fault.problem());
        }
    }

    private static boolean isNotification(Envelope message) {
        return message.kind() == Envelope.Kind.NOTIFICATION
                && message.method() != null
                && Methods.notification(message.method()) != null;
    }

    /** Responds to what is no message. */
    private void refuseUnread(Side from, JsonNode id, int code, String problem) {
        boolean usable = id.isTextual() || id.isIntegralNumber();
        ObjectNode message = Json.object().put("jsonrpc", "2.0");
        message.set("id", usable ? id : NullNode.instance);
        message.set("error", Json.error(code, problem));
        sink.send(from, message);
    }

    private void receiveRequest(Side from, JsonNode id, String method, JsonNode params, Translator translator) {
        if (!id.isTextual() && !(id.isIntegralNumber() && id.canConvertToLong())) {
            refuseUnread(from, NullNode.instance, -32600, "Invalid request: /id: expected a string or an integer");
            return;
        }
        Map<String, Incoming> open = of(received, from);
        if (open.containsKey(id.toString())) {
            refuseUnread(from, id, -32600, "Invalid request: a request with this id is still being served");
            return;
        }
        if (open.size() >= maxRequests) {
            refuseUnread(from, id, -32603, "Too many requests at once; wait for responses before sending more");
            return;
        }
        JsonNode translated = method.equals(ELICITATION) ? withIdOfOtherHop(from, params) : params;
        if (translated == null) {
            refuseUnread(
                    from, id, -32602, "Invalid params: /params/requestId: the request has a response, or never was");
            return;
        }
        Incoming request = new Incoming(from, id, method, translated);
        open.put(id.toString(), request);
        try {
            translator.request(request);
        } catch (RuntimeException e) {
            failed(method, e);
            refuse(request, -32603, "Internal error");
        }
    }

    /** Has a question that belongs to a request name it as its sender does; returns null when it is not under way. */
    private @Nullable JsonNode withIdOfOtherHop(Side from, JsonNode params) {
        JsonNode named = Json.id(params.path(REQUEST_ID));
        if (!named.isTextual() && !named.isIntegralNumber()) {
            return params;
        }
        for (Incoming request : of(received, from.other()).values()) {
            Outgoing passedOn = request.passedOnAs;
            if (passedOn != null && named.isIntegralNumber() && named.longValue() == passedOn.id) {
                return ((ObjectNode) params).set(REQUEST_ID, request.id());
            }
        }
        return null;
    }

    private void receiveNotification(Side from, String method, JsonNode params, Translator translator) {
        try {
            if (method.equals(CANCEL)) {
                receiveCancellation(from, params);
            } else {
                translator.notification(from, method, params);
            }
        } catch (RuntimeException e) {
            failed(method, e);
        }
    }

    private void receiveCancellation(Side from, JsonNode params) {
        Incoming request =
                of(received, from).get(Json.id(params.path(REQUEST_ID)).toString());
        if (request == null) {
            LOG.debug("ignored {} of a request that is not in flight", CANCEL);
            return;
        }
        Runnable own = request.onCancel();
        if (own != null) {
            own.run();
        } else if (request.passedOnAs != null) {
            ObjectNode copy = Json.objectOf(params);
            copy.put(REQUEST_ID, request.passedOnAs.id);
            notify(request.passedOnAs.to, CANCEL, copy);
        }
    }

    private void receiveResponse(Side from, JsonNode id, JsonNode message) {
        OutgoingRequests requests = of(sent, from);
        Outgoing request = requests.find(id);
        JsonNode error = message.has("error") ? errorOf(message.path("error")) : null;
        if (request != null) {
            requests.remove(request);
            conclude(request, error == null ? message.path("result") : null, error);
        } else if (!id.isNull() && !id.isMissingNode()) {
            LOG.debug("ignored a response to a request that is not in flight");
        } else if (error == null) {
            requests.takeUnnamed("a response that names no request");
        } else {
            requests.takeUnnamed(error);
        }
    }

    private void receiveDamagedResponse(Side from, JsonNode id, String description) {
        OutgoingRequests requests = of(sent, from);
        Outgoing request = requests.find(id);
        if (request != null) {
            requests.end(request, new UnnamedResponse(null, description));
        } else if (id.isNull()) {
            requests.takeUnnamed(description);
        }
    }

    void conclude(Outgoing request, @Nullable JsonNode result, @Nullable JsonNode error) {
        try {
            request.handler.onResponse(result, error);
        } catch (RuntimeException e) {
            failed("a response", e);
        }
    }

    /** Returns true if a peer has a pending request for a session. For an agent, only requests that may wait for a person count. */
    boolean isWaiting(Side from, SessionId session) {
        return of(received, from).values().stream()
                .filter(request -> from == Side.CLIENT || PersonRequestRule.mayWait(request.method()))
                .anyMatch(request -> session.equals(OutgoingRequests.sessionOf(request.params())));
    }

    /** An error that is none in form must not spoil the response that it goes into. */
    private static JsonNode errorOf(JsonNode error) {
        return error.path("code").isIntegralNumber() && error.path("message").isTextual()
                ? error
                : Json.error(-32603, "Internal error: the peer's error response is malformed");
    }

    private void failed(String what, RuntimeException e) {
        failures++;
        LOG.error("a bridge failed on {}; the message is lost", LogText.of(what), e);
    }

    /** Returns how often a message made the bridge itself fail; 0 unless it has a defect. */
    public int failures() {
        return failures;
    }

    public int inFlight() {
        return of(received, Side.CLIENT).size()
                + of(received, Side.AGENT).size()
                + of(sent, Side.CLIENT).size()
                + of(sent, Side.AGENT).size();
    }

    /** Sends a notification; a missing node leaves out the parameters. */
    public void notify(Side to, String method, JsonNode params) {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("method", method);
        if (!params.isMissingNode()) {
            message.set("params", params);
        }
        sink.send(to, message);
    }

    public Outgoing request(Side to, String method, JsonNode params, ResponseHandler handler) {
        Outgoing request = new Outgoing(to, ++lastId, method, OutgoingRequests.sessionOf(params), handler);
        of(sent, to).add(request);
        ObjectNode message =
                Json.object().put("jsonrpc", "2.0").put("id", request.id).put("method", method);
        if (!params.isMissingNode()) {
            message.set("params", params);
        }
        request.sent(sink.send(to, message));
        return request;
    }

    /** Passes a request on to the other peer, and what becomes of it back. */
    public void forward(Incoming request, String method, JsonNode params, Function<JsonNode, JsonNode> toResult) {
        forward(request, method, params, (result, error) -> {
            if (result == null) {
                refuse(request, error == null ? Json.error(-32603, "Internal error") : error);
            } else {
                respond(request, toResult.apply(result));
            }
        });
    }

    /** Passes a request on to the other peer; the handler must respond. */
    public void forward(Incoming request, String method, JsonNode params, ResponseHandler handler) {
        request.passedOnAs = request(request.from().other(), method, params, (result, error) -> {
            request.passedOnAs = null;
            try {
                handler.onResponse(result, error);
            } catch (RuntimeException e) {
                refuse(request, -32603, "Internal error");
                throw e;
            }
        });
    }

    /** Lets go of a request that was passed on: tells the peer, and ignores what it responds. */
    public void abandon(Incoming request) {
        Outgoing passedOn = request.passedOnAs;
        if (passedOn != null) {
            request.passedOnAs = null;
            of(sent, passedOn.to).remove(passedOn);
            notify(passedOn.to, CANCEL, Json.object().put(REQUEST_ID, passedOn.id));
        }
    }

    public void respond(Incoming request, JsonNode result) {
        finish(request, "result", result.isMissingNode() ? NullNode.instance : result);
    }

    public void refuse(Incoming request, int code, String problem) {
        refuse(request, Json.error(code, problem));
    }

    public void refuse(Incoming request, @Nullable JsonNode error) {
        finish(request, "error", error == null ? Json.error(-32603, "Internal error") : error);
    }

    private void finish(Incoming request, String member, JsonNode value) {
        if (request.answered) {
            return;
        }
        request.answered = true;
        of(received, request.from()).remove(request.id().toString());
        ObjectNode message = Json.object().put("jsonrpc", "2.0");
        message.set("id", request.id());
        message.set(member, value);
        sink.send(request.from(), message);
    }

    /** Records the reason for the end of a peer's connection. The first reason is kept. */
    public void noteEnd(Side side, String reason) {
        if (end == null) {
            String name = side == Side.AGENT ? "agent" : "client";
            end = "the connection of the " + name + " has ended" + (reason.isEmpty() ? "" : ": " + reason);
        }
    }

    /** Creates the error for requests to which a disconnected peer will not respond. */
    public ObjectNode gone() {
        ObjectNode error =
                Json.error(-32603, "Internal error: " + (end == null ? "the peer behind the bridge has gone" : end));
        error.putObject("data").put("reason", "component_gone");
        return error;
    }

    /** Fails what a peer that has gone will not respond to any more. */
    public void ended(Side side) {
        for (Outgoing request : of(sent, side).removeAll()) {
            try {
                request.handler.onResponse(null, gone());
            } catch (RuntimeException e) {
                failed("the end of a connection", e);
            }
        }
        for (Incoming request : List.copyOf(of(received, side.other()).values())) {
            refuse(request, gone());
        }
    }
}
