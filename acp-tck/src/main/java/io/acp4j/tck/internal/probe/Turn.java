package io.acp4j.tck.internal.probe;

import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One prompt and what came of it.
 *
 * @param session the session that was prompted
 * @param reply the response to the prompt
 * @param entries what the subject sent from the prompt on, until the end of the turn or of the wait
 * @param end the state that ended the turn; null where the response does that, or when none came
 */
public record Turn(
        String session,
        Reply reply,
        List<Entry> entries,
        @Nullable Entry end) {

    public String stopReason() {
        return end != null
                ? end.at("/params/update/stopReason").asText("")
                : reply.result().path("stopReason").asText("");
    }

    public List<Entry> updates() {
        return entries.stream()
                .filter(entry -> entry.method().equals("session/update")
                        && entry.session().equals(session))
                .toList();
    }

    public List<Entry> updates(String kind) {
        return updates().stream().filter(entry -> entry.update().equals(kind)).toList();
    }

    public List<Entry> requests(String method) {
        return entries.stream().filter(entry -> entry.method().equals(method)).toList();
    }

    /** The text of all chunks of a kind, glued together. */
    public String text(String kind) {
        return updates(kind).stream()
                .map(entry -> entry.at("/params/update/content/text").asText(""))
                .collect(Collectors.joining());
    }

    public String said() {
        // The order of first sight matters only where messages can be changed afterwards.
        return end == null && updates("agent_message").isEmpty()
                ? text("agent_message_chunk")
                : Messages.of(updates(), "agent_message").text();
    }

    /** Returns the state that ended the turn, or ends the scenario. */
    public Entry ending() {
        if (end == null) {
            throw NotTestable.error("The session did not become idle after the prompt");
        }
        return end;
    }

    /** Ends the scenario unless the prompt got its response and the session became idle. */
    public Turn needEnd() {
        need();
        ending();
        return this;
    }

    /** Ends the scenario unless the response to the prompt was a result. */
    public Turn need() {
        reply.need("The prompt");
        return this;
    }

    /** Ends the scenario unless there is an update of a kind. */
    public Turn need(String kind) {
        need();
        if (updates(kind).isEmpty()) {
            throw new NotTestable("The prompt brought no " + kind);
        }
        return this;
    }

    /** Ends the scenario unless the agent has said something: in chunks or, where there are any, as whole messages. */
    public Turn needWords() {
        need();
        if (updates().stream().noneMatch(entry -> entry.update().startsWith("agent_message"))) {
            throw new NotTestable("The agent said nothing");
        }
        return this;
    }

    /** Ends the scenario unless the subject has called a method. */
    public Turn needRequest(String method) {
        if (requests(method).isEmpty()) {
            throw new NotTestable("The prompt brought no " + method);
        }
        return this;
    }
}
