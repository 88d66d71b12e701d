package io.acp4j.inspector.headless;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A frame, or a run of chunks, as far as two conversations are compared by it.
 *
 * @param frame the number of the first frame, from 0
 * @param stream what it follows on: twice the number of its session, by the order in which they were met, 0 for none; one more
 *     for what comes at a time of its own
 * @param fromClient whether the client has sent it
 * @param label its method, what it is a response to, or the kind of update, with what decides how it goes on
 * @param content what it says, without ids and times
 */
record Step(int frame, int stream, boolean fromClient, String label, JsonNode content) {

    /** Returns which session it is of, by the order in which they were met; 0 for none. */
    int session() {
        return stream / 2;
    }

    /** Returns what has to be the same in two conversations. */
    String key(boolean structure) {
        return (fromClient ? "> " : "< ") + label + (structure ? "" : " " + content);
    }
}
