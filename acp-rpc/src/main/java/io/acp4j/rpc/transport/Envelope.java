package io.acp4j.rpc.transport;

import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * What a frame is, without its content: enough for a transport to route it.
 *
 * @param kind what kind of message it is
 * @param id the request's id; null for a notification
 * @param method the method; null for a response
 * @param session the session that the message is about; null when it is about none, or does not say
 * @since 0.1.0
 */
public record Envelope(
        Kind kind,
        @Nullable RequestId id,
        @Nullable String method,
        @Nullable SessionId session) {

    /** The kinds of JSON-RPC messages. */
    public enum Kind {
        /** A request. */
        REQUEST,
        /** A notification. */
        NOTIFICATION,
        /** The response to a request, be it a result or an error. */
        RESPONSE,
        /** A damaged object whose kind is unknown, because only its beginning can be read. */
        UNKNOWN
    }
}
