package io.acp4j.rpc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.JsonSyntaxException;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of a frame into a typed message in one pass.
 *
 * <p>Parameters are bound as soon as they come when the method is known by then, and results when the id is; where the
 * order is the other way round their bytes are remembered and read at the end. One instance serves one connection, on its
 * reading thread.
 */
final class FrameDecoder {

    private final JsonFactory json;
    private final Handlers handlers;
    private final Function<RequestId, @Nullable OutboundCall<?>> pending;

    FrameDecoder(JsonFactory json, Handlers handlers, Function<RequestId, @Nullable OutboundCall<?>> pending) {
        this.json = json;
        this.handlers = handlers;
        this.pending = pending;
    }

    /** Decodes one frame; never throws for what is in it. */
    Inbound decode(byte[] buffer, int offset, int length) {
        try (JsonReader in = JsonReader.over(json, buffer, offset, length)) {
            in.start();
            if (in.token() == JsonToken.START_ARRAY) {
                in.skipValue();
                in.finish();
                return refuse(RequestId.Null.INSTANCE, ErrorCode.INVALID_REQUEST, "batches are not supported");
            }
            if (in.token() != JsonToken.START_OBJECT) {
                in.skipValue();
                in.finish();
                return refuse(RequestId.Null.INSTANCE, ErrorCode.INVALID_REQUEST, "a message is a JSON object");
            }
            Draft draft = new Draft(in);
            draft.readMembers();
            in.finish();
            return draft.conclude();
        } catch (JsonProcessingException e) {
            return unparsable(JsonSyntaxException.of(e));
        } catch (JsonSyntaxException e) {
            return unparsable(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    private static Inbound unparsable(JsonSyntaxException e) {
        return refuse(RequestId.Null.INSTANCE, ErrorCode.PARSE_ERROR, String.valueOf(e.getMessage()));
    }

    private static Inbound refuse(RequestId id, ErrorCode code, String problem) {
        String prefix = code.equals(ErrorCode.PARSE_ERROR) ? "Parse error: " : "Invalid request: ";
        return new Inbound.Refused(id, ErrorObject.of(code, prefix + problem), problem);
    }

    /** A message while it is read. */
    private final class Draft {

        private final JsonReader in;
        private final JsonParser parser;
        private @Nullable String fault;
        private boolean hasVersion;
        private @Nullable RequestId id;
        private @Nullable String method;
        private boolean methodSeen;

        private boolean paramsSeen;
        private boolean paramsRead;
        private int paramsFrom;
        private int paramsTo;
        private @Nullable Object params;
        private @Nullable SchemaException paramsFault;

        private boolean resultSeen;
        private boolean resultRead;
        private int resultFrom;
        private int resultTo;
        private @Nullable OutboundCall<?> call;
        private @Nullable Object result;
        private @Nullable SchemaException resultFault;

        private boolean errorSeen;
        private @Nullable ErrorObject error;
        private @Nullable SchemaException errorFault;

        Draft(JsonReader in) {
            this.in = in;
            this.parser = in.parser();
        }

        void readMembers() throws IOException {
            String name;
            while ((name = parser.nextFieldName()) != null) {
                parser.nextToken();
                switch (name) {
                    case "jsonrpc" -> readVersion();
                    case "id" -> readId();
                    case "method" -> readMethod();
                    case "params" -> readParams();
                    case "result" -> readResult();
                    case "error" -> readError();
                    default -> in.skipValue();
                }
            }
        }

        private void readVersion() throws IOException {
            hasVersion = in.token() == JsonToken.VALUE_STRING && "2.0".equals(parser.getText());
            in.skipValue();
        }

        private void readId() throws IOException {
            int parent = in.depthOfParent();
            try {
                id = RequestId.CODEC.read(in);
            } catch (SchemaException e) {
                in.recover(parent);
                fault = "/id: " + e.problem();
            }
        }

        private void readMethod() throws IOException {
            methodSeen = true;
            if (in.token() == JsonToken.VALUE_STRING) {
                method = parser.getText();
            } else {
                fault = "/method: expected a string";
                in.skipValue();
            }
        }

        private void readParams() throws IOException {
            paramsSeen = in.token() != JsonToken.VALUE_NULL;
            if (method != null && paramsSeen && !dependsOnId(method)) {
                readParams(in, method);
            } else {
                paramsFrom = in.tokenStart();
                in.skipValue();
                paramsTo = in.position();
            }
        }

        private void readParams(JsonReader from, String name) throws IOException {
            paramsRead = true;
            JsonCodec<?> codec = paramsCodec(name);
            int parent = from.depthOfParent();
            try {
                params = codec.read(from);
            } catch (SchemaException e) {
                paramsFault = e;
                from.recover(parent);
            }
        }

        private void readResult() throws IOException {
            resultSeen = true;
            if (id != null && findCall(id) != null) {
                readResult(in);
            } else {
                resultFrom = in.tokenStart();
                in.skipValue();
                resultTo = in.position();
            }
        }

        private void readResult(JsonReader from) throws IOException {
            resultRead = true;
            OutboundCall<?> awaited = call;
            if (awaited == null) {
                from.skipValue();
                return;
            }
            int parent = from.depthOfParent();
            try {
                // Some peers answer null where the method's result has no members.
                result = from.token() == JsonToken.VALUE_NULL
                        ? awaited.resultCodec().decode(RawJson.EMPTY_OBJECT)
                        : awaited.resultCodec().read(from);
            } catch (SchemaException e) {
                resultFault = e;
                from.recover(parent);
            }
        }

        private void readError() throws IOException {
            errorSeen = true;
            int parent = in.depthOfParent();
            try {
                error = ErrorObject.CODEC.read(in);
            } catch (SchemaException e) {
                errorFault = e;
                in.recover(parent);
            }
        }

        private @Nullable OutboundCall<?> findCall(RequestId of) {
            call = pending.apply(of);
            return call;
        }

        Inbound conclude() throws IOException {
            if (methodSeen) {
                return concludeCall();
            }
            if (resultSeen || errorSeen) {
                return concludeAnswer();
            }
            return refuse(idOrNull(), ErrorCode.INVALID_REQUEST, "neither method nor result nor error");
        }

        private RequestId idOrNull() {
            return id == null ? RequestId.Null.INSTANCE : id;
        }

        private Inbound concludeCall() throws IOException {
            String name = method;
            if (fault == null && !hasVersion) {
                fault = "/jsonrpc: expected \"2.0\"";
            }
            if (fault == null && (resultSeen || errorSeen)) {
                fault = "a message is either a call or an answer";
            }
            if (fault != null || name == null) {
                return refuse(idOrNull(), ErrorCode.INVALID_REQUEST, String.valueOf(fault));
            }
            Object route = id == null ? handlers.notification(name) : handlers.request(name);
            if (!paramsRead && paramsSeen) {
                try (JsonReader again = in.again(paramsFrom, paramsTo)) {
                    readParams(again, name);
                }
            } else if (!paramsSeen && route != null) {
                readParamsOfNothing(name);
            }
            ErrorObject paramsError = paramsFault == null ? null : invalidParams(paramsFault);
            return new Inbound.Call(id, name, route, paramsError == null ? params : null, session(), paramsError);
        }

        private void readParamsOfNothing(String name) {
            try {
                params = paramsCodec(name).decode(RawJson.EMPTY_OBJECT);
            } catch (SchemaException e) {
                paramsFault = e;
            }
        }

        private Inbound concludeAnswer() throws IOException {
            RequestId of = id;
            if (of == null || of instanceof RequestId.Null) {
                String code = error == null ? "" : " (error " + error.code() + ")";
                return new Inbound.Refused(RequestId.Null.INSTANCE, null, "an answer that names no request" + code);
            }
            if (call == null) {
                findCall(of);
            }
            if (resultSeen && !resultRead && call != null) {
                try (JsonReader again = in.again(resultFrom, resultTo)) {
                    readResult(again);
                }
            }
            return new Inbound.Answer(of, call, result, error, answerFault());
        }

        private @Nullable String answerFault() {
            if (!hasVersion) {
                return "/jsonrpc: expected \"2.0\"";
            }
            if (resultSeen && errorSeen && error != null) {
                return "an answer has either a result or an error";
            }
            if (errorFault != null && !resultSeen) {
                return "/error" + path(errorFault);
            }
            return resultFault == null ? null : "/result" + path(resultFault);
        }

        private @Nullable SessionId session() throws IOException {
            if (params instanceof SessionScoped scoped) {
                return scoped.sessionId();
            }
            if (params instanceof RawJson raw) {
                return SessionMember.of(raw);
            }
            return null;
        }

        /** Whether a method is handled as a request and as a notification, and which of them this is is not known yet. */
        private boolean dependsOnId(String name) {
            return id == null && handlers.request(name) != null && handlers.notification(name) != null;
        }

        private JsonCodec<?> paramsCodec(String name) {
            if (CancelRequest.METHOD.equals(name)) {
                return CancelRequest.CODEC;
            }
            Handlers.RequestRoute<?, ?> request = handlers.request(name);
            Handlers.NotificationRoute<?> notification = handlers.notification(name);
            if (request != null && (id != null || notification == null)) {
                return request.method().params();
            }
            return notification == null ? RawJson.CODEC : notification.method().params();
        }
    }

    private static ErrorObject invalidParams(SchemaException e) {
        return new ErrorObject(
                ErrorCode.INVALID_PARAMS,
                "Invalid params: /params" + path(e),
                RawJson.of(Map.of("path", "/params" + e.path())));
    }

    private static String path(SchemaException e) {
        return e.path() + ": " + e.problem();
    }
}
