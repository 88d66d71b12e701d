package io.acp4j.inspector.replay;

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
public record Step(int frame, int stream, boolean fromClient, String label, JsonNode content) {

    /**
     * Returns which session it is of.
     *
     * @return its number, by the order in which they were met; 0 for none
     */
    public int session() {
        return stream / 2;
    }

    /**
     * Returns what has to be the same in two conversations.
     *
     * @param structure whether only what happens is compared, not what is said
     * @return a text that is equal for equal steps
     */
    public String key(boolean structure) {
        return (fromClient ? "> " : "< ") + label + (structure ? "" : " " + content);
    }
}
