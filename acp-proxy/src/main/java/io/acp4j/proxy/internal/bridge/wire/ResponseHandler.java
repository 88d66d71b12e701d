package io.acp4j.proxy.internal.bridge.wire;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Is given the response to a request: exactly one of result and error. */
@FunctionalInterface
public interface ResponseHandler {
    void onResponse(@Nullable JsonNode result, @Nullable JsonNode error);
}
