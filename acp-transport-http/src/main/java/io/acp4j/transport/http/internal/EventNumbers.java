package io.acp4j.transport.http.internal;

import java.util.Locale;

/**
 * The header by which a server states that it numbers its events. A client whose stream is cut off before the first event can then request
 * all of them. Other clients ignore the header.
 */
public final class EventNumbers {

    /** Header of the response with a stream. */
    public static final String HEADER = "acp4j-events";

    /** The value of the header. */
    public static final String HEADER_VALUE = "numbered";

    /** The number before that of the first event. */
    public static final String BEFORE_FIRST = "0";

    private EventNumbers() {}

    /** Returns true if a value of the header states that the events have numbers. */
    public static boolean areStatedBy(String value) {
        return value.strip().toLowerCase(Locale.ROOT).equals(HEADER_VALUE);
    }
}
