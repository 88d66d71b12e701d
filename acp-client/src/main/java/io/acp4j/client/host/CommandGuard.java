package io.acp4j.client.host;

/**
 * Decides whether a command may run; may ask the user.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface CommandGuard {

    /** Allows every command: for agents that ask for permission by themselves, or are trusted. */
    CommandGuard ALLOW_ALL = command -> true;

    /**
     * Decides about one command; called on a handler thread, several at once. May block.
     *
     * @param command what would run
     * @return true to run it, false to refuse it with the reason {@code refused}
     * @throws Exception to respond with an error
     */
    boolean mayRun(HostCommand command) throws Exception;
}
