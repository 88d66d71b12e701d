package io.acp4j.agent;

import io.acp4j.agent.tree.SessionRepository;
import java.util.Objects;

/**
 * How an agent serves the sessions that it keeps in {@link SessionRepository}. Immutable.
 *
 * @param pageSize how many sessions a page of {@code session/list} has at most, from 1 to {@value SessionRepository#MAX_PAGE};
 *     by default {@value #DEFAULT_PAGE_SIZE}
 * @param replayOnFork whether the history of a fork is sent to the client right after the response; by default it is not,
 *     and a client that wants it loads the fork
 * @param forks which forks are offered; by default also those at messages
 * @param forkPolicy decides which forks are made; by default all
 * @param titles chooses the title of a session that has none from its first prompt; by default the beginning of that
 * @param takeover the policy for opening a session that another connection has open; by default it is allowed
 * @since 0.1.0
 */
public record SessionServiceOptions(
        int pageSize,
        boolean replayOnFork,
        ForkSupport forks,
        ForkPolicy forkPolicy,
        TitlePolicy titles,
        SessionTakeover takeover) {

    /** The most sessions of a page of {@code session/list} unless something else is said. */
    public static final int DEFAULT_PAGE_SIZE = 50;

    /** What is used unless something else is said. */
    public static final SessionServiceOptions DEFAULTS = new SessionServiceOptions(
            DEFAULT_PAGE_SIZE,
            false,
            ForkSupport.AT_MESSAGE,
            ForkPolicy.ANY,
            TitlePolicy.FIRST_PROMPT,
            SessionTakeover.ALWAYS);

    /** Checks the size. */
    public SessionServiceOptions {
        Objects.requireNonNull(forks, "forks");
        Objects.requireNonNull(forkPolicy, "forkPolicy");
        Objects.requireNonNull(titles, "titles");
        Objects.requireNonNull(takeover, "takeover");
        if (pageSize < 1 || pageSize > SessionRepository.MAX_PAGE) {
            throw new IllegalArgumentException(
                    "pageSize must be from 1 to " + SessionRepository.MAX_PAGE + ", not " + pageSize);
        }
    }

    /**
     * Changes how many sessions a page of a list has.
     *
     * @param value how many at most
     * @return the changed options
     */
    public SessionServiceOptions pageSize(int value) {
        return new SessionServiceOptions(value, replayOnFork, forks, forkPolicy, titles, takeover);
    }

    /**
     * Changes whether the history of forks is sent.
     *
     * @param value true to send it after the response
     * @return the changed options
     */
    public SessionServiceOptions replayOnFork(boolean value) {
        return new SessionServiceOptions(pageSize, value, forks, forkPolicy, titles, takeover);
    }

    /**
     * Changes which forks are offered.
     *
     * @param value which ones
     * @return the changed options
     */
    public SessionServiceOptions forks(ForkSupport value) {
        return new SessionServiceOptions(pageSize, replayOnFork, value, forkPolicy, titles, takeover);
    }

    /**
     * Changes which forks are made.
     *
     * @param value refuses those that are not
     * @return the changed options
     */
    public SessionServiceOptions forkPolicy(ForkPolicy value) {
        return new SessionServiceOptions(pageSize, replayOnFork, forks, value, titles, takeover);
    }

    /**
     * Changes which titles sessions without one take from their first prompt.
     *
     * @param value chooses them; {@link TitlePolicy#NONE} leaves such sessions without one
     * @return the changed options
     */
    public SessionServiceOptions titles(TitlePolicy value) {
        return new SessionServiceOptions(pageSize, replayOnFork, forks, forkPolicy, value, takeover);
    }

    /**
     * Sets the policy for opening a session that another connection has open.
     *
     * @param value the policy
     * @return the changed options
     */
    public SessionServiceOptions takeover(SessionTakeover value) {
        return new SessionServiceOptions(pageSize, replayOnFork, forks, forkPolicy, titles, value);
    }
}
