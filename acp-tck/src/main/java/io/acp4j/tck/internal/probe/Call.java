package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;

/**
 * A request on its way.
 *
 * @param link where it was sent
 * @param id its id
 * @param sent its place in the transcript
 */
public record Call(Link link, JsonNode id, Entry sent) {

    /** Waits for the response as long as one may take. */
    public Reply await() throws InterruptedException {
        return link.awaitReply(this);
    }

    /** Returns whether there is a response by now. */
    public boolean isAnswered() {
        return link.replyTo(this) != null;
    }
}
