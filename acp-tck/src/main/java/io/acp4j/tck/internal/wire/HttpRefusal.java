package io.acp4j.tck.internal.wire;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.http.ResponseHead;

/** What the kit gets in the server's place where the server says by a status that it does not do what was asked. */
public final class HttpRefusal {

    private static final int INTERNAL_ERROR = -32603;
    private static final String STATUS = "acp-tck/httpStatus";

    private HttpRefusal() {}

    /** Returns the response to a request. */
    static byte[] response(JsonNode request, String what, ResponseHead head) {
        return Json.bytes(obj(
                "jsonrpc",
                "2.0",
                "id",
                request.path("id"),
                "error",
                obj("code", INTERNAL_ERROR, "message", what + ": " + head, "data", obj(STATUS, head.status()))));
    }

    /** Returns the status by which a request was refused of which this is the response; 0 where the subject has responded itself. */
    public static int status(JsonNode response) {
        return response.path("error").path("data").path(STATUS).asInt(0);
    }

    /** Returns whether the body of a refusal is a message of its own, and no JSON that explains the status. */
    static boolean isMessage(JsonNode body) {
        return body.path("jsonrpc").isTextual() || body.has("method") || (body.has("id") && body.has("result"));
    }
}
