package io.acp4j.rpc.internal.message;

import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.rpc.internal.text.RequestNumber;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The result or error of a response while it is read: bound at once when its request is known, else at the end. */
final class ResponseReader {

    private final JsonReader in;
    private final Function<RequestId, @Nullable PendingCall> pending;
    private @Nullable PendingCall call;

    /** The fault in the format of the ID; null if the ID is valid. */
    private @Nullable String idFault;

    private boolean resultSeen;
    private boolean resultIsNull;
    private boolean resultRead;
    private int from;
    private int to;
    private @Nullable Object result;
    private @Nullable SchemaException resultFault;

    private boolean errorSeen;
    private @Nullable ErrorObject error;
    private @Nullable SchemaException errorFault;

    ResponseReader(JsonReader in, Function<RequestId, @Nullable PendingCall> pending) {
        this.in = in;
        this.pending = pending;
    }

    /** Returns whether there is a result, or an error that is not null. */
    boolean hasContent() {
        return resultSeen || errorSeen;
    }

    /** Returns whether a request of that id waits for its response. */
    boolean isAwaited(RequestId id) {
        if (call == null) {
            call = pending.apply(id);
        }
        RequestId number = call == null ? RequestNumber.of(id) : null;
        if (number != null) {
            call = pending.apply(number);
            idFault = call == null ? null : "/id: expected the number " + number + ", not a string";
        }
        return call != null;
    }

    void readResult(@Nullable RequestId id) throws IOException {
        resultSeen = true;
        resultIsNull = in.token() == JsonToken.VALUE_NULL;
        from = in.tokenStart();
        if (id != null && isAwaited(id)) {
            readResult(in);
        }
        in.skipValue();
        to = in.position();
    }

    private void readResult(JsonReader reader) throws IOException {
        PendingCall awaited = call;
        if (awaited == null) {
            return;
        }
        resultRead = true;
        try {
            result = MessageReader.bind(awaited.resultCodec(), reader);
        } catch (SchemaException e) {
            if (resultIsNull) {
                readNothing(awaited, e);
            } else {
                resultFault = e;
            }
        }
    }

    /** Some peers answer null, or nothing, where the method's result has no members. */
    private void readNothing(PendingCall awaited, SchemaException otherwise) throws IOException {
        try {
            result = MessageReader.decodeEmpty(awaited.resultCodec());
        } catch (SchemaException e) {
            resultFault = otherwise;
        }
    }

    void readError() throws IOException {
        errorSeen = in.token() != JsonToken.VALUE_NULL;
        if (!errorSeen) {
            return;
        }
        try {
            error = MessageReader.bind(ErrorObject.CODEC, in);
        } catch (SchemaException e) {
            errorFault = e;
        }
    }

    /** Makes the message, of which everything is known now. */
    Inbound conclude(@Nullable RequestId id, @Nullable String fault) throws IOException {
        if (id == null || id instanceof RequestId.Null) {
            String code = error == null ? "" : " (error " + error.code() + ")";
            return new Inbound.Unnamed(error, "a response that names no request" + code);
        }
        if (isAwaited(id) && call != null && !errorSeen) {
            if (!resultSeen) {
                readNothing(call, new SchemaException("neither a result nor an error"));
            } else if (!resultRead) {
                try (JsonReader again = in.again(from, to, "result")) {
                    readResult(again);
                }
            }
        }
        return new Inbound.Response(id, call, result, error, fault == null ? fault() : fault);
    }

    /** Makes the end of a request of which no response can be read. */
    Inbound broken(RequestId id, String problem) {
        return new Inbound.Response(id, call, null, null, problem);
    }

    private @Nullable String fault() {
        if (!errorSeen && idFault != null) {
            return idFault;
        }
        if (!errorSeen) {
            return resultFault == null ? null : "/result" + resultFault.path() + ": " + resultFault.problem();
        }
        if (resultSeen && !resultIsNull) {
            return "an answer has either a result or an error";
        }
        return errorFault == null ? null : "/error" + errorFault.path() + ": " + errorFault.problem();
    }
}
