package io.acp4j.client;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.update.SessionUpdate;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Something that a client does for its agent and that takes more than one handler: files, terminals, permissions, forms.
 *
 * <p>Enabled by {@link AcpClientBuilder#host}, which advertises whatever the service registers. Ready-made ones are in
 * {@code io.acp4j.client.host}.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface HostService {

    /**
     * Registers the handlers of the service for one connection; what is kept between requests belongs to this connection,
     * so that the same service can serve several.
     *
     * @param builder describes the client; handlers that are registered later replace those of the service
     * @param sessions tells of the sessions that requests name
     */
    void register(AcpClientBuilder builder, HostSessions sessions);

    /** What a {@link HostService} knows of the sessions of its connection. Safe for use by any number of threads. */
    interface HostSessions {

        /**
         * Finds the session that a request names.
         *
         * @param id its id
         * @return the session; null when the client has neither opened it nor is about to, or has closed, deleted or detached it
         */
        @Nullable
        ClientSession find(SessionId id);

        /**
         * Finds a session that the client has opened, or one known only from an update or a request of the agent. An example of the latter is
         * the session of a sub-agent; its directories are not known.
         *
         * @param id its id
         * @return the session; null if neither has mentioned it, or the client has closed, deleted or detached it
         */
        default @Nullable ClientSession findMentioned(SessionId id) {
            return find(id);
        }

        /**
         * Adds a listener for the end of sessions.
         *
         * @param listener is notified of each session that the client has closed, deleted or detached, and of dropped sessions known only from
         *     the agent. It is called on the thread that ends the session, and must be quick. Its exceptions are logged.
         */
        void onEnd(Consumer<SessionId> listener);

        /**
         * Adds a listener for the updates of all sessions.
         *
         * @param listener is called with each update in its order, before the sessions' own listeners, on the lane of its session;
         *     must be quick. What it throws is logged.
         */
        void onUpdate(BiConsumer<SessionId, SessionUpdate> listener);

        /**
         * Adds a listener for the end of the connection.
         *
         * @param listener runs once, when no more requests come
         */
        void onClosed(Runnable listener);
    }
}
