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

    /**
     * Makes a response.
     *
     * @param status the status of the HTTP response; 0 when there was none
     * @param body what the server has said; may be empty
     */
    static byte[] of(RequestId id, String message, int status, String body) {
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
                out.writeStringField("reason", status == 0 ? "stream_ended" : "http_status");
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
