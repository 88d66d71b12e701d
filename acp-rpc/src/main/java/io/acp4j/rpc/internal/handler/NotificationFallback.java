package io.acp4j.rpc.internal.handler;

import io.acp4j.rpc.Connection;
import io.acp4j.schema.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Handles the notifications of all methods without a handler. */
@FunctionalInterface
public interface NotificationFallback {

    /** Handles one notification, as {@code Handlers.RawNotificationHandler} does. */
    void handle(String method, @Nullable RawJson params, Connection connection) throws Exception;
}
