package io.acp4j.client.host;

/**
 * Decides whether an agent may write a file; may ask the user.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WriteGuard {

    /** Allows every write within the session's directories: for agents that ask for permission by themselves. */
    WriteGuard ALLOW_ALL = (file, content) -> true;

    /**
     * Decides about one write; called on a handler thread, several at once. May block.
     *
     * @param file the file, which lies within the session's directories
     * @param content its whole text to be
     * @return true to write it, false to refuse it with the reason {@code refused}
     * @throws Exception to respond with an error
     */
    boolean mayWrite(HostFile file, String content) throws Exception;
}
