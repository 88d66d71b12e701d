package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

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

    /** Prompts and waits for the end of the turn. */
    public Turn prompt(String text) throws InterruptedException {
        return finish(start(text));
    }

    /** Asks for something of the prompt vocabulary. */
    public Turn act(String words) throws InterruptedException {
        return prompt("tck: " + words);
    }

    /** Prompts and does not wait. */
    public Call start(String text) {
        return link().start("session/prompt", promptParams(id, text));
    }

    /** Waits for the end of a turn that was started. */
    public Turn finish(Call call) throws InterruptedException {
        return TurnEnd.await(link(), id, call);
    }

    /** Returns the updates before the first request for the session, such as a greeting. */
    public List<Entry> updatesBeforeRequests() {
        return link().entries().stream()
                .filter(entry -> entry.session().equals(id))
                .takeWhile(Entry::isFromSubject)
                .toList();
    }

    /** Returns the parameters of a prompt that is one text. */
    public static ObjectNode promptParams(String session, String text) {
        return obj("sessionId", session, "prompt", arr(obj("type", "text", "text", text)));
    }

    /** The members that name this session and nothing else. */
    public ObjectNode params() {
        return obj("sessionId", id);
    }

    /** The members that name this session, its directory and no servers. */
    public ObjectNode setup() {
        return link().newSessionParams().put("sessionId", id);
    }
}
