package io.acp4j.transport.http.internal.client;

import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.schema.RequestId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Makes the error responses that the engine gets for requests to which the server cannot respond any more. */
final class ErrorResponse {

    private static final int INTERNAL_ERROR = -32603;

    private ErrorResponse() {}

    /** Returns the response where the server has responded to the POST with a status and a body, which may be empty. */
    static byte[] ofStatus(RequestId id, String message, int status, String body) {
        return of(id, message, "http_status", status, body);
    }

    /** Returns the response where the server has not responded. */
    static byte[] ofReason(RequestId id, String message, String reason) {
        return of(id, message, reason, 0, "");
    }

    private static byte[] of(RequestId id, String message, String reason, int status, String body) {
        FrameBuffer buffer = new FrameBuffer();
        try {
            buffer.append(out -> {
                out.writeStartObject();
                out.writeStringField("jsonrpc", "2.0");
                out.writeFieldName("id");
                RequestId.CODEC.write(id, out);
                out.writeObjectFieldStart("error");
                out.writeNumberField("code", INTERNAL_ERROR);
                out.writeStringField("message", message);
                out.writeObjectFieldStart("data");
                out.writeStringField("reason", reason);
                if (status != 0) {
                    out.writeNumberField("status", status);
                    out.writeStringField("body", body);
                }
                out.writeEndObject();
                out.writeEndObject();
                out.writeEndObject();
            });
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return Arrays.copyOf(buffer.array(), buffer.size());
    }
}
