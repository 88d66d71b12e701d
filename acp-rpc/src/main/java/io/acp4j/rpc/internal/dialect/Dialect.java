package io.acp4j.rpc.internal.dialect;

import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import org.jspecify.annotations.Nullable;

/**
 * Maps the methods of a vocabulary to their names and codecs on a connection. Handlers and callers use the methods of the vocabulary, and
 * the dialect returns the form on the wire. {@code ProtocolHandlers} selects the dialect when the connection is opened.
 *
 * <p>Called by the reading thread and by all sending threads, so implementations are thread-safe and do not block. Methods that a dialect
 * does not know, such as extensions, are returned unchanged.
 */
public interface Dialect {

    /** Every method as it is declared. What a connection has until another dialect is selected. */
    Dialect AS_DECLARED = new Dialect() {
        @Override
        public <P, R> RequestMethod<P, R> request(RequestMethod<P, R> method) {
            return method;
        }

        @Override
        public <P> NotificationMethod<P> notification(NotificationMethod<P> method) {
            return method;
        }

        @Override
        public String toString() {
            return "as declared";
        }
    };

    /**
     * Returns how a request is written.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method of the vocabulary
     * @return its name and codecs on the wire; null when the dialect has no such method: requests of it are refused here, and none
     *     is sent
     */
    <P, R> @Nullable RequestMethod<P, R> request(RequestMethod<P, R> method);

    /**
     * Returns how a notification is written.
     *
     * @param <P> the type of the parameters
     * @param method the method of the vocabulary
     * @return its name and codec on the wire; null when the dialect has no such method: notifications of it are left to the
     *     fallback here, and none is sent
     */
    <P> @Nullable NotificationMethod<P> notification(NotificationMethod<P> method);

    /**
     * Returns whether a request may have the id {@code null}. Where it may not, such a request is refused with error -32600.
     *
     * @return true, unless the dialect says otherwise
     */
    default boolean takesNullIds() {
        return true;
    }

    /**
     * Returns whether the peer may repeat the request that has opened the connection, as long as it has sent no other request. Where
     * it may not, or selects another dialect by it, such a request is refused with error -32600.
     *
     * @return false, unless the dialect says otherwise
     */
    default boolean takesRepeatedOpenings() {
        return false;
    }
}
