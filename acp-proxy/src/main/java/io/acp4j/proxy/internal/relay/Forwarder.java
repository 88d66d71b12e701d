package io.acp4j.proxy.internal.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.proxy.CallInterceptor;
import io.acp4j.proxy.Flow;
import io.acp4j.proxy.ProxiedCall;
import io.acp4j.proxy.ResultInterceptor;
import io.acp4j.proxy.Verdict;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes messages on: requests and notifications where the router says, responses back where their requests have come from. */
final class Forwarder {

    private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);

    private static final String CANCEL = Methods.CANCEL_REQUEST.name();
    private static final String PROXY_INITIALIZE = Methods.PROXY_INITIALIZE.name();
    private static final String SUCCESSOR = Methods.PROXY_SUCCESSOR.name();

    private static final byte[] CALL = "{\"jsonrpc\":\"2.0\",".getBytes(UTF_8);
    private static final byte[] ID = "\"id\":".getBytes(UTF_8);
    private static final byte[] COMMA = ",".getBytes(UTF_8);
    private static final byte[] METHOD = "\"method\":".getBytes(UTF_8);
    private static final byte[] PARAMS = ",\"params\":".getBytes(UTF_8);
    private static final byte[] RESULT = ",\"result\":".getBytes(UTF_8);
    private static final byte[] ERROR = ",\"error\":".getBytes(UTF_8);
    private static final byte[] ENVELOPE = "\"method\":\"proxy/successor\",\"params\":{\"method\":".getBytes(UTF_8);
    private static final byte[] END = "}".getBytes(UTF_8);

    private final Relay relay;
    private final Router router;
    private final Interceptors interceptors;
    private final UnnamedResponseRouter unnamed;

    Forwarder(Relay relay, Router router, Interceptors interceptors) {
        this.relay = relay;
        this.router = router;
        this.interceptors = interceptors;
        this.unnamed = new UnnamedResponseRouter(relay);
    }

    /** Takes one message; called by the thread that reads the transport. */
    void take(Hop from, Scan message) throws NoMessageException {
        if (message.method == null) {
            takeAnswer(from, message);
        } else if (message.method.equals(CANCEL) && message.id == null) {
            cancel(from, message);
        } else {
            takeCall(from, message, message.method);
        }
    }

    private void takeCall(Hop from, Scan message, String outerMethod) throws NoMessageException {
        boolean enveloped = outerMethod.equals(SUCCESSOR) && router.opensEnvelopes(from);
        Scan call = enveloped ? open(message) : message;
        String method = String.valueOf(call.method);
        if (enveloped && method.equals(CANCEL)) {
            from.warnings()
                    .warn(
                            LOG,
                            "dropped {} inside {} from the {}; it belongs beside it",
                            CANCEL,
                            SUCCESSOR,
                            from.name());
            return;
        }
        Router.Way way = router.way(from, enveloped, method);
        if (way == null) {
            if (message.id != null) {
                answer(
                        from,
                        message.id,
                        idJson(message),
                        AcpErrorException.methodNotFound(method).error());
            }
            return;
        }
        CallInterceptor interceptor = interceptors.call(way.flow(), meaning(method));
        Verdict verdict = interceptor == null ? Verdict.pass() : ask(interceptor, way.flow(), message, call, method);
        if (verdict instanceof Verdict.Response response) {
            end(from, message, RESULT, response.result());
        } else if (verdict instanceof Verdict.Refuse refusal) {
            end(from, message, ERROR, ErrorObject.CODEC.toRaw(refusal.error()));
        } else {
            RawJson params = verdict instanceof Verdict.Replace replaced ? replaced.params() : null;
            params = NamedRequest.translated(relay.json(), from, way.to(), call, message.id, params);
            pass(from, message, call, method, way, params);
        }
    }

    /** Returns the method that interceptors see: openings look alike, whichever request makes them. */
    private static String meaning(String method) {
        return method.equals(PROXY_INITIALIZE) ? Methods.INITIALIZE.name() : method;
    }

    private Scan open(Scan message) throws NoMessageException {
        if (!message.params.exists()) {
            throw new NoMessageException(ErrorCode.INVALID_PARAMS, "/params: expected an object", message.id);
        }
        try {
            return Scan.inner(relay.json(), message.buffer, message.params);
        } catch (NoMessageException e) {
            throw new NoMessageException(e.code(), e.problem(), message.id);
        }
    }

    private Verdict ask(CallInterceptor interceptor, Flow flow, Scan message, Scan call, String method) {
        try {
            RawJson params = raw(call, call.params);
            return interceptor.intercept(new ProxiedCall(flow, message.id != null, meaning(method), params));
        } catch (AcpErrorException e) {
            return Verdict.refuse(e.responseError());
        } catch (Exception e) {
            LOG.error("the interceptor of {} failed; the call is not passed on", LogText.of(method), e);
            return Verdict.refuse(ErrorObject.of(ErrorCode.INTERNAL_ERROR, "Internal error"));
        }
    }

    private static @Nullable RawJson raw(Scan scan, Scan.Span span) {
        // A well-formed part of a well-formed message.
        return span.exists() ? RawJson.parse(new String(scan.buffer, span.from(), span.length(), UTF_8)) : null;
    }

    private void end(Hop from, Scan message, byte[] member, RawJson value) {
        if (message.id == null) {
            LOG.debug("dropped a notification that an interceptor did not pass");
            return;
        }
        relay.send(from, Splice.response(from, message.id, idJson(message), member, value.toBytes()));
    }

    private void pass(Hop from, Scan message, Scan call, String method, Router.Way way, @Nullable RawJson params) {
        RequestId id = message.id;
        if (id == null) {
            if (!relay.send(way.to(), callFrame(message, call, way, null, params))) {
                LOG.debug(
                        "dropped {}: the {} is gone",
                        LogText.of(method),
                        way.to().name());
            }
            return;
        }
        String idText = new String(idJson(message), UTF_8);
        Pending request = new Pending(from, id, idText, way.to(), way.to().nextId(), meaning(method), way.flow());
        ErrorObject refusal = from.begin(request);
        if (refusal != null) {
            from.warnings().warn(LOG, "refused {} from the {}: {}", LogText.of(method), from.name(), refusal.message());
            answer(request, refusal);
            return;
        }
        boolean sent = relay.send(way.to(), callFrame(message, call, way, request.targetId(), params));
        if ((!sent || way.to().hasEnded()) && way.to().end(request.targetId()) != null) {
            answerGone(request);
        }
    }

    private Splice callFrame(
            Scan message, Scan call, Router.Way way, @Nullable RequestId id, @Nullable RawJson params) {
        Envelope.Kind kind = id == null ? Envelope.Kind.NOTIFICATION : Envelope.Kind.REQUEST;
        Splice frame = new Splice(kind, id, way.enveloped() ? SUCCESSOR : way.method(), way.to());
        boolean opened = call != message;
        boolean renamed = !way.method().equals(call.method);
        if (opened || renamed || way.enveloped() || (params != null && !call.params.exists())) {
            writeCall(frame, call, way, id, params);
        } else {
            spliceCall(frame, message, id, params);
        }
        return frame;
    }

    /** Writes a call anew around its parameters. */
    private static void writeCall(
            Splice frame, Scan call, Router.Way way, @Nullable RequestId id, @Nullable RawJson params) {
        frame.add(CALL);
        if (id != null) {
            frame.add(ID).add(json(id)).add(COMMA);
        }
        frame.add(way.enveloped() ? ENVELOPE : METHOD);
        frame.add(Codecs.STRING.encode(way.method()));
        if (params != null) {
            byte[] bytes = params.toBytes();
            frame.add(PARAMS).addParams(bytes, 0, bytes.length);
        } else if (call.params.exists()) {
            frame.add(PARAMS).addParams(call.buffer, call.params.from(), call.params.to());
        }
        if (way.enveloped()) {
            frame.add(END);
        }
        frame.add(END);
    }

    /** Copies a call, all but its id and perhaps its parameters. */
    private static void spliceCall(Splice frame, Scan message, @Nullable RequestId id, @Nullable RawJson params) {
        boolean idFirst = message.idAt.from() < message.params.from();
        int at = message.from;
        if (id != null && (idFirst || !message.params.exists())) {
            at = replace(frame, message, at, message.idAt, json(id));
        }
        if (message.params.exists()) {
            frame.add(message.buffer, at, message.params.from());
            if (params == null) {
                frame.addParams(message.buffer, message.params.from(), message.params.to());
            } else {
                byte[] bytes = params.toBytes();
                frame.addParams(bytes, 0, bytes.length);
            }
            at = message.params.to();
            if (id != null && !idFirst) {
                at = replace(frame, message, at, message.idAt, json(id));
            }
        }
        frame.add(message.buffer, at, message.to);
    }

    private static int replace(Splice frame, Scan message, int at, Scan.Span span, byte[] with) {
        frame.add(message.buffer, at, span.from()).add(with);
        return span.to();
    }

    private static byte[] json(RequestId id) {
        return RequestId.CODEC.encode(id);
    }

    private static byte[] idJson(Scan message) {
        return Arrays.copyOfRange(message.buffer, message.idAt.from(), message.idAt.to());
    }

    private void takeAnswer(Hop from, Scan message) {
        if (message.id == null || message.id instanceof RequestId.Null) {
            unnamed.pass(from, message);
            return;
        }
        Pending request = from.end(message.id);
        if (request == null) {
            LOG.debug("ignored a response from the {} to a request that is not pending", from.name());
            return;
        }
        Hop to = request.origin();
        ResultInterceptor interceptor =
                message.result.exists() ? interceptors.result(request.flow(), request.method()) : null;
        if (interceptor != null) {
            answerIntercepted(request, message, interceptor);
            return;
        }
        Splice frame = new Splice(Envelope.Kind.RESPONSE, request.originId(), null, to);
        int at = replace(frame, message, message.from, message.idAt, request.originIdJson());
        frame.add(message.buffer, at, message.to);
        send(request, frame);
    }

    private void answerIntercepted(Pending request, Scan message, ResultInterceptor interceptor) {
        Hop to = request.origin();
        try {
            RawJson before = raw(message, message.result);
            RawJson after = interceptor.intercept(request.method(), before == null ? RawJson.NULL : before);
            send(request, Splice.response(to, request.originId(), request.originIdJson(), RESULT, after.toBytes()));
        } catch (AcpErrorException e) {
            answer(request, e.responseError());
        } catch (Exception e) {
            LOG.error("the interceptor of results of {} failed", LogText.of(request.method()), e);
            answer(request, ErrorObject.of(ErrorCode.INTERNAL_ERROR, "Internal error"));
        }
    }

    private void send(Pending request, Splice frame) {
        if (!relay.send(request.origin(), frame)) {
            LOG.debug(
                    "a response to {} came too late: the {} is gone",
                    LogText.of(request.method()),
                    request.origin().name());
        }
    }

    /** Cancels a request at the next hop by the id that it has there. */
    private void cancel(Hop from, Scan message) throws NoMessageException {
        if (!message.params.exists()) {
            from.warnings().warn(LOG, "ignored {} without parameters from the {}", CANCEL, from.name());
            return;
        }
        IdMember member = IdMember.find(relay.json(), message, "requestId");
        Pending request = member == null ? null : from.find(member.id());
        if (member == null || request == null) {
            LOG.debug("ignored {} of a request that is not pending", CANCEL);
            return;
        }
        Splice frame = new Splice(Envelope.Kind.NOTIFICATION, null, CANCEL, request.target());
        int at = replace(frame, message, message.from, member.at(), json(request.targetId()));
        frame.add(message.buffer, at, message.to);
        if (!relay.send(request.target(), frame)) {
            LOG.debug(
                    "a cancellation came too late: the {} is gone",
                    request.target().name());
        }
    }

    /** Responds to the sender of something that is no message. */
    void refuse(Hop from, NoMessageException problem) {
        if (problem.isResponse()) {
            unnamed.endUnreadable(from, problem);
            return;
        }
        if (problem.isNotification()) {
            return;
        }
        if (problem.unknown() != null) {
            unnamed.report(from, problem.unknown(), problem.problem());
        }
        if (!problem.isCall()
                && problem.id() instanceof RequestId.Null
                && problem.code().equals(ErrorCode.PARSE_ERROR)
                && !from.mayAnswerNoise()) {
            return;
        }
        if (problem.id() instanceof RequestId.Null && problem.code().equals(ErrorCode.INVALID_PARAMS)) {
            return;
        }
        String prefix = switch (problem.code().value()) {
            case -32700 -> "Parse error: ";
            case -32602 -> "Invalid params: ";
            default -> "Invalid request: ";
        };
        answer(from, problem.id(), json(problem.id()), ErrorObject.of(problem.code(), prefix + problem.problem()));
    }

    /** Ends the requests of a sender that a response without an ID may have ended. */
    void releaseDoubtful(Hop origin) {
        unnamed.release(origin);
    }

    /** Responds to a request whose target has ended. */
    void answerGone(Pending request) {
        CloseReason end = request.target().endReason();
        ErrorObject error = new ErrorObject(
                ErrorCode.INTERNAL_ERROR,
                "The connection of the " + request.target().name() + " has ended"
                        + (end == null ? "" : ": " + end.description()),
                RawJson.of(Map.of(
                        "reason",
                        "component_gone",
                        "component",
                        request.target().name())));
        answer(request, error);
    }

    /** Responds to the origin of a request with an error. */
    void answer(Pending request, ErrorObject error) {
        answer(request.origin(), request.originId(), request.originIdJson(), error);
    }

    /** Responds with an error. A transport that refuses the error receives no other error in its place. */
    void answer(Hop to, RequestId id, byte[] idJson, ErrorObject error) {
        try {
            if (!relay.sendOrRefuse(to, Splice.error(to, id, idJson, error))) {
                LOG.debug("an error came too late: the {} is gone", to.name());
            }
        } catch (UncheckedIOException e) {
            to.warnings().warn(LOG, "the {} refused an error: {}", to.name(), String.valueOf(e.getMessage()));
        }
    }
}
