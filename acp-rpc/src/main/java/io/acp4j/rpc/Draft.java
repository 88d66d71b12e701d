package io.acp4j.rpc;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A message while its members are read, in whatever order they come. */
final class Draft {

    private static final Logger LOG = LoggerFactory.getLogger(Draft.class);

    private static final int VERSION = 1;
    private static final int ID = 1 << 1;
    private static final int METHOD = 1 << 2;
    private static final int PARAMS = 1 << 3;
    private static final int RESULT = 1 << 4;
    private static final int ERROR = 1 << 5;

    private final JsonReader in;
    private final JsonParser parser;
    private final Handlers handlers;
    private final Function<RequestId, @Nullable OutboundCall<?>> pending;

    private int seen;
    private @Nullable String fault;
    private boolean hasVersion;
    private @Nullable RequestId id;
    private @Nullable String method;
    private boolean methodSeen;

    private boolean paramsSeen;
    private @Nullable JsonCodec<?> paramsReadWith;
    private int paramsFrom;
    private int paramsTo;
    private @Nullable Object params;
    private @Nullable SchemaException paramsFault;

    private boolean resultSeen;
    private boolean resultIsNull;
    private boolean resultRead;
    private int resultFrom;
    private int resultTo;
    private @Nullable OutboundCall<?> call;
    private @Nullable Object result;
    private @Nullable SchemaException resultFault;

    private boolean errorSeen;
    private @Nullable ErrorObject error;
    private @Nullable SchemaException errorFault;

    Draft(JsonReader in, Handlers handlers, Function<RequestId, @Nullable OutboundCall<?>> pending) {
        this.in = in;
        this.parser = in.parser();
        this.handlers = handlers;
        this.pending = pending;
    }

    void readMembers() throws IOException {
        String name;
        while ((name = parser.nextFieldName()) != null) {
            parser.nextToken();
            switch (name) {
                case "jsonrpc" -> {
                    if (isFirst(VERSION, name)) {
                        readVersion();
                    }
                }
                case "id" -> {
                    if (isFirst(ID, name)) {
                        readId();
                    }
                }
                case "method" -> {
                    if (isFirst(METHOD, name)) {
                        readMethod();
                    }
                }
                case "params" -> {
                    if (isFirst(PARAMS, name)) {
                        readParams();
                    }
                }
                case "result" -> {
                    if (isFirst(RESULT, name)) {
                        readResult();
                    }
                }
                case "error" -> {
                    if (isFirst(ERROR, name)) {
                        readError();
                    }
                }
                default -> in.skipValue();
            }
        }
    }

    /** Skips a member that was there before: whatever was bound by it must not change under what depends on it. */
    private boolean isFirst(int bit, String name) throws IOException {
        boolean first = (seen & bit) == 0;
        seen |= bit;
        if (!first) {
            note("/" + name + ": appears twice");
            in.skipValue();
        }
        return first;
    }

    private void note(String problem) {
        if (fault == null) {
            fault = problem;
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
            note("/id: " + e.problem());
        }
    }

    private void readMethod() throws IOException {
        if (in.token() == JsonToken.VALUE_STRING) {
            method = parser.getText();
        } else if (in.token() != JsonToken.VALUE_NULL) {
            note("/method: expected a string");
        }
        methodSeen = in.token() != JsonToken.VALUE_NULL;
        in.skipValue();
    }

    private void readParams() throws IOException {
        paramsSeen = in.token() != JsonToken.VALUE_NULL;
        paramsFrom = in.tokenStart();
        JsonCodec<?> guess = paramsSeen && method != null ? guessedCodec(method) : null;
        if (guess != null) {
            readParams(in, guess);
        }
        in.skipValue();
        paramsTo = in.position();
    }

    private void readParams(JsonReader from, JsonCodec<?> codec) throws IOException {
        paramsReadWith = codec;
        params = null;
        paramsFault = null;
        try {
            params = bind(codec, from);
        } catch (SchemaException e) {
            paramsFault = e;
        }
    }

    private void readResult() throws IOException {
        resultSeen = true;
        resultIsNull = in.token() == JsonToken.VALUE_NULL;
        resultFrom = in.tokenStart();
        if (id != null && findCall(id) != null) {
            readResult(in);
        }
        in.skipValue();
        resultTo = in.position();
    }

    private void readResult(JsonReader from) throws IOException {
        OutboundCall<?> awaited = call;
        if (awaited == null) {
            return;
        }
        resultRead = true;
        try {
            result = bind(awaited.resultCodec(), from);
        } catch (SchemaException e) {
            resultFault = e;
            if (resultIsNull) {
                readResultOfNothing(awaited);
            }
        }
    }

    /** Some peers answer null where the method's result has no members. */
    private void readResultOfNothing(OutboundCall<?> awaited) {
        try {
            result = awaited.resultCodec().decode(RawJson.EMPTY_OBJECT);
            resultFault = null;
        } catch (SchemaException | RuntimeException e) {
            LOG.debug("null stands for no result of {}", awaited.methodName());
        }
    }

    private void readError() throws IOException {
        errorSeen = in.token() != JsonToken.VALUE_NULL;
        if (!errorSeen) {
            return;
        }
        try {
            error = bind(ErrorObject.CODEC, in);
        } catch (SchemaException e) {
            errorFault = e;
        }
    }

    /** Reads a value and stands on its last token afterwards, whatever comes of it. */
    private static <T> T bind(JsonCodec<T> codec, JsonReader from) throws IOException {
        int parent = from.depthOfParent();
        try {
            return codec.read(from);
        } catch (SchemaException e) {
            from.recover(parent);
            throw e;
        } catch (RuntimeException e) {
            // The codec of an extension; its message may repeat the content.
            LOG.warn("a codec failed with {}", e.getClass().getName());
            from.recover(parent);
            throw new SchemaException("a value that its type refuses");
        }
    }

    private @Nullable OutboundCall<?> findCall(RequestId of) {
        call = pending.apply(of);
        return call;
    }

    RequestId idOrNull() {
        return id == null ? RequestId.Null.INSTANCE : id;
    }

    /** Makes the end of a pending request of which only the beginning can be read; null when this is no such answer. */
    @Nullable
    Inbound brokenAnswer(String problem) {
        if (methodSeen || id == null || !isMarkedAsAnswer() || findCall(id) == null) {
            return null;
        }
        return new Inbound.Answer(id, call, null, null, problem);
    }

    private boolean isMarkedAsAnswer() {
        return (seen & (RESULT | ERROR)) != 0;
    }

    Inbound conclude() throws IOException {
        if (methodSeen) {
            return concludeCall();
        }
        // Some peers drop the result from an answer when it is undefined in their language.
        if (isMarkedAsAnswer() || (id != null && findCall(id) != null)) {
            return concludeAnswer();
        }
        return FrameDecoder.invalid(idOrNull(), "neither method nor result nor error");
    }

    private Inbound concludeCall() throws IOException {
        String name = method;
        if (!hasVersion) {
            note("/jsonrpc: expected \"2.0\"");
        }
        if (resultSeen || errorSeen) {
            note("a message is either a call or an answer");
        }
        if (fault != null || name == null) {
            return FrameDecoder.invalid(idOrNull(), String.valueOf(fault));
        }
        boolean isRequest = id != null;
        Object route = isRequest ? handlers.request(name) : handlers.notification(name);
        JsonCodec<?> codec = codec(name, isRequest);
        if (!paramsSeen) {
            if (route != null || codec.equals(CancelRequest.CODEC)) {
                readParamsOfNothing(codec);
            }
        } else if (!codec.equals(paramsReadWith)) {
            try (JsonReader again = in.again(paramsFrom, paramsTo)) {
                readParams(again, codec);
            }
        }
        ErrorObject paramsError = paramsFault == null ? null : invalidParams(paramsFault);
        return new Inbound.Call(id, name, route, paramsError == null ? params : null, session(), paramsError);
    }

    private void readParamsOfNothing(JsonCodec<?> codec) {
        try {
            params = codec.decode(RawJson.EMPTY_OBJECT);
        } catch (SchemaException e) {
            paramsFault = e;
        } catch (RuntimeException e) {
            LOG.warn("a codec failed with {}", e.getClass().getName());
            paramsFault = new SchemaException("a value that its type refuses");
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
        if (call != null && !errorSeen) {
            if (!resultSeen) {
                resultFault = new SchemaException("neither a result nor an error");
                readResultOfNothing(call);
            } else if (!resultRead) {
                try (JsonReader again = in.again(resultFrom, resultTo)) {
                    readResult(again);
                }
            }
        }
        return new Inbound.Answer(of, call, result, error, answerFault());
    }

    private @Nullable String answerFault() {
        if (fault != null) {
            return fault;
        }
        if (!hasVersion) {
            return "/jsonrpc: expected \"2.0\"";
        }
        if (errorSeen) {
            if (resultSeen && !resultIsNull) {
                return "an answer has either a result or an error";
            }
            return errorFault == null ? null : "/error" + path(errorFault);
        }
        return resultFault == null ? null : "/result" + path(resultFault);
    }

    private @Nullable SessionId session() throws IOException {
        if (params instanceof SessionScoped scoped) {
            return scoped.sessionId();
        }
        if (paramsSeen && params instanceof RawJson) {
            // Not from the copy, whose reader would have limits of its own.
            try (JsonReader again = in.again(paramsFrom, paramsTo)) {
                return SessionMember.of(again);
            }
        }
        return null;
    }

    /** The codec of the parameters as far as is known yet; null when it depends on an id that may still come. */
    private @Nullable JsonCodec<?> guessedCodec(String name) {
        if (id != null) {
            return codec(name, true);
        }
        boolean request = handlers.request(name) != null;
        boolean notification = handlers.notification(name) != null;
        return request && notification ? null : codec(name, request);
    }

    private JsonCodec<?> codec(String name, boolean isRequest) {
        if (isRequest) {
            Handlers.RequestRoute<?, ?> request = handlers.request(name);
            return request == null ? RawJson.CODEC : request.method().params();
        }
        if (CancelRequest.METHOD.equals(name)) {
            return CancelRequest.CODEC;
        }
        Handlers.NotificationRoute<?> notification = handlers.notification(name);
        return notification == null ? RawJson.CODEC : notification.method().params();
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
