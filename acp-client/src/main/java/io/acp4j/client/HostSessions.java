package io.acp4j.client;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.update.SessionUpdate;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one connection, for a {@link HostService}. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public interface HostSessions {

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
     * @param listener called with each update in order, before the listeners of the session. It must return quickly. Its exceptions
     *     are logged
     */
    void onUpdate(BiConsumer<SessionId, SessionUpdate> listener);

    /**
     * Adds a listener for the end of the connection.
     *
     * @param listener called once, after the last request
     */
    void onClosed(Runnable listener);
}
