package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import org.jspecify.annotations.Nullable;

/** What the kit says to a request of the subject. */
@FunctionalInterface
public interface Responder {

    /** Builds the members of the response besides its id; null to keep the subject waiting. */
    @Nullable
    ObjectNode to(Entry request);

    static Responder result(JsonNode result) {
        return request -> Json.obj("result", result);
    }

    static Responder error(int code, String message) {
        return request -> Json.obj("error", Json.obj("code", code, "message", message));
    }

    /** Keeps the subject waiting. */
    static Responder never() {
        return request -> null;
    }
}
