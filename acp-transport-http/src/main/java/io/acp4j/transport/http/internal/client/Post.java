package io.acp4j.transport.http.internal.client;

import io.acp4j.rpc.transport.Envelope;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to the server.
 *
 * @param envelope what it is
 * @param session the session whose header it carries; null for none
 * @param body its bytes
 * @param after completes when it may be posted
 * @param taken completes when the server has taken it, or never will
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Post(
        Envelope envelope,
        @Nullable String session,
        byte[] body,
        CompletableFuture<Void> after,
        CompletableFuture<Void> taken) {

    Post(Envelope envelope, @Nullable String session, byte[] body, CompletableFuture<Void> after) {
        this(envelope, session, body, after, new CompletableFuture<>());
    }

    boolean isInitialize() {
        return "initialize".equals(envelope.method());
    }

    boolean isRequest() {
        return envelope.kind() == Envelope.Kind.REQUEST;
    }
}
