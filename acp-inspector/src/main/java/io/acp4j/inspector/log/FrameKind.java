package io.acp4j.inspector.log;

import java.util.Locale;

/** What a row of the log is. */
public enum FrameKind {
    /** A request. */
    REQUEST,
    /** A notification. */
    NOTIFICATION,
    /** A response with a result. */
    RESPONSE,
    /** A response with an error. */
    ERROR,
    /** Something that is no message: no JSON, or JSON of another shape. */
    INVALID,
    /** No frame: what happened to the connection. */
    EVENT;

    /**
     * Returns its name for the page.
     *
     * @return the name, in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
