package io.acp4j.client.supervise;

/**
 * Method of opening sessions on a new connection. If the agent does not advertise the preferred request, or refuses it, the other
 * one is used.
 *
 * @since 0.1.0
 */
public enum RestoreMethod {

    /**
     * Loads the session if the client keeps transcripts, so that the transcript equals the history of the agent. Otherwise resumes it. The
     * default.
     */
    AUTOMATIC,

    /** Loads the session: the agent sends the history again, and listeners receive it. */
    LOAD,

    /** Resumes the session: the agent does not send the history. The transcript of the lost connection continues after a gap. */
    RESUME
}
