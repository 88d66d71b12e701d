package io.acp4j.transport.http.internal.client;

import io.acp4j.rpc.transport.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to the server.
 *
 * @param envelope what it is
 * @param session the session whose header it carries; null for none
 * @param body its bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Post(Envelope envelope, @Nullable String session, byte[] body) {

    boolean isInitialize() {
        return "initialize".equals(envelope.method());
    }

    boolean isRequest() {
        return envelope.kind() == Envelope.Kind.REQUEST;
    }
}
