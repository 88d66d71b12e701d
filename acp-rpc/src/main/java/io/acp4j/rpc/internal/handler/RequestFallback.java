package io.acp4j.rpc.internal.handler;

import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Handles the requests of all methods without a handler. */
@FunctionalInterface
public interface RequestFallback {

    /** Handles one request, as {@code Handlers.RawRequestHandler} does. */
    RawJson handle(String method, @Nullable RawJson params, RequestContext context) throws Exception;
}
