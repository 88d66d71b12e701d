package io.acp4j.observability.internal.otel;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.observability.internal.Labels;
import io.acp4j.rpc.ConnectionListener;
import io.acp4j.rpc.ConnectionListener.RequestListener;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.schema.Meta;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.RawJson;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the spans of any connection's requests. */
public final class Spans implements ConnectionListener {

    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("rpc.system.name");
    private static final AttributeKey<String> METHOD = AttributeKey.stringKey("rpc.method");
    private static final AttributeKey<String> METHOD_ORIGINAL = AttributeKey.stringKey("rpc.method_original");
    private static final AttributeKey<String> STATUS = AttributeKey.stringKey("rpc.response.status_code");
    private static final AttributeKey<String> VERSION = AttributeKey.stringKey("jsonrpc.protocol.version");
    private static final AttributeKey<String> ID = AttributeKey.stringKey("jsonrpc.request.id");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    private static final AttributeKey<String> SESSION = AttributeKey.stringKey("acp.session.id");
    private static final AttributeKey<String> STOP_REASON = AttributeKey.stringKey("acp.stop_reason");

    /** The response to a request whose work goes on. */
    private static final String RESPONSE = "response";

    /** How much of a text that a peer has chosen is kept, in characters. */
    private static final int MAX_TEXT = 256;

    private static final TextMapGetter<Meta> GETTER = new TextMapGetter<>() {
        @Override
        @SuppressWarnings("deprecation") // older versions of the API have it abstract
        public Iterable<String> keys(Meta carrier) {
            return carrier.members().keySet();
        }

        @Override
        public @Nullable String get(@Nullable Meta carrier, String key) {
            RawJson value = carrier == null ? null : carrier.get(key);
            JsonNode node = value == null ? null : value.toTree();
            return node == null || !node.isTextual() ? null : node.textValue();
        }
    };

    private final Tracer tracer;
    private final TextMapPropagator propagator;
    private final Labels labels;

    public Spans(OpenTelemetry openTelemetry, Labels labels) {
        this.tracer = openTelemetry.getTracer("io.acp4j");
        this.propagator = openTelemetry.getPropagators().getTextMapPropagator();
        this.labels = labels;
    }

    @Override
    public RequestListener outgoing(ConnectionListener.Request request) {
        return start(request, SpanKind.CLIENT, Context.current());
    }

    @Override
    public RequestListener incoming(ConnectionListener.Request request, Meta meta) {
        return start(request, SpanKind.SERVER, propagator.extract(Context.root(), meta, GETTER));
    }

    private RequestListener start(ConnectionListener.Request request, SpanKind kind, Context parent) {
        String method = labels.method(request.method());
        SpanBuilder span = tracer.spanBuilder(method)
                .setParent(parent)
                .setSpanKind(kind)
                .setAttribute(SYSTEM, "jsonrpc")
                .setAttribute(METHOD, method)
                .setAttribute(VERSION, "2.0");
        if (!method.equals(request.method())) {
            span.setAttribute(METHOD_ORIGINAL, cut(request.method()));
        }
        if (request.id() instanceof RequestId.Numeric number) {
            span.setAttribute(ID, Long.toString(number.value()));
        } else if (request.id() instanceof RequestId.Text text) {
            span.setAttribute(ID, cut(text.value()));
        }
        if (request.session() != null) {
            span.setAttribute(SESSION, cut(request.session().value()));
        }
        return new Running(span.startSpan(), parent);
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
    }

    private final class Running implements RequestListener {

        private final Span span;
        private final Context context;
        private boolean outlives;

        Running(Span span, Context parent) {
            this.span = span;
            this.context = parent.with(span);
        }

        @Override
        public Map<String, String> meta() {
            Map<String, String> members = new LinkedHashMap<>();
            propagator.inject(context, members, (carrier, key, value) -> members.put(key, value));
            return members;
        }

        @Override
        @SuppressWarnings("MustBeClosedChecker") // closed by what runs the handler
        public Scope handling() {
            return context.makeCurrent()::close;
        }

        @Override
        public synchronized void outlivesResponse() {
            outlives = true;
        }

        @Override
        public synchronized void ended(RequestOutcome outcome) {
            if (outlives && outcome.kind() == RequestOutcome.Kind.RESULT) {
                span.addEvent(RESPONSE);
            } else {
                end(outcome);
            }
        }

        @Override
        public synchronized void workEnded(RequestOutcome outcome) {
            end(outcome);
        }

        /** Ends the span; without effect when it has ended. */
        private void end(RequestOutcome outcome) {
            if (!span.isRecording()) {
                return;
            }
            if (outcome.error() != null) {
                span.setAttribute(STATUS, outcome.error().toString());
            }
            String error = Labels.error(outcome);
            if (error != null) {
                span.setAttribute(ERROR_TYPE, error);
                span.setStatus(StatusCode.ERROR);
            }
            String stopReason = Labels.stopReason(outcome);
            if (stopReason != null) {
                span.setAttribute(STOP_REASON, stopReason);
            }
            span.end();
        }
    }
}
