package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A connection with a session.
 *
 * @param link the connection
 * @param id the session's id
 */
public record Session(Link link, String id) {

    /** Returns the connection that the session is on by now. */
    @Override
    public Link link() {
        return link.latest();
    }

    public Turn prompt(String text) throws InterruptedException {
        return link().prompt(id, text);
    }

    /** Asks for something of the prompt vocabulary. */
    public Turn act(String words) throws InterruptedException {
        return link().act(id, words);
    }

    public Call start(String text) {
        return link().startPrompt(id, text);
    }

    /** The members that name this session and nothing else. */
    public ObjectNode params() {
        return io.acp4j.tck.internal.wire.Json.obj("sessionId", id);
    }

    /** The members that name this session, its directory and no servers. */
    public ObjectNode setup() {
        return link().newSessionParams().put("sessionId", id);
    }
}
