package io.acp4j.client;

import io.acp4j.rpc.AcpException;
import io.acp4j.schema.SessionId;

/**
 * Thrown if a session would be opened in a directory that only the agent's list specifies and that the client does not allow. Nothing is
 * sent in that case. Open the session with {@link AcpClient#loadSession(SessionId, java.nio.file.Path)} in a directory of your choice, or
 * allow its directory with {@link AcpClientBuilder#trustedSessionRoots}.
 *
 * @since 0.1.0
 */
public final class SessionDirectoryException extends AcpException {

    private static final long serialVersionUID = 1L;

    /** The session that is not opened. */
    private final SessionId sessionId;

    /** The directory that lies elsewhere. */
    private final String directory;

    /**
     * Creates the exception.
     *
     * @param message what is wrong with the directory, and what to do
     * @param sessionId the session
     * @param directory the directory, as the agent lists it
     */
    public SessionDirectoryException(String message, SessionId sessionId, String directory) {
        super(message, null);
        this.sessionId = sessionId;
        this.directory = directory;
    }

    /**
     * Returns the session that is not opened.
     *
     * @return its id
     */
    public SessionId sessionId() {
        return sessionId;
    }

    /**
     * Returns the directory that lies elsewhere: the working directory of the session, or an additional one.
     *
     * @return what the agent lists; it may be no path
     */
    public String directory() {
        return directory;
    }
}
