package io.acp4j.client.supervise;

/**
 * The way in which sessions are opened on a new connection. If the agent does not advertise the preferred request, or refuses it, the other
 * one is used.
 *
 * @since 0.1.0
 */
public enum RestoreMethod {

    /** Loads where the client keeps transcripts, so that the transcript is what the agent has. Resumes otherwise. The default. */
    AUTOMATIC,

    /** Loads: the agent sends the history again, also to the listeners. */
    LOAD,

    /** Resumes: the agent sends no history. A transcript continues the one of the lost connection, with a gap. */
    RESUME
}
