package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.probe.Messages;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks that the updates of a turn name the session that was prompted, and no other session of the connection. */
public final class UpdateOwnership {

    private static final int V2 = 2;

    private static final List<String> OF_TURNS = List.of("agent_", "user_message", "tool_call", "plan");

    private UpdateOwnership() {}

    /** Prompts two sessions, one after the other. While one session is prompted, the other has no turn. */
    public static void check(Probe probe, String requirement) throws InterruptedException {
        Session first = probe.talk();
        Session second = new Session(first.link(), first.link().newSession());
        first.link().settle();
        check(probe, requirement, first, second, "Which session is this?");
        check(probe, requirement, second, first, "And which session is that?");
    }

    private static void check(Probe probe, String requirement, Session prompted, Session other, String question)
            throws InterruptedException {
        Entry before = prompted.link().notify("_acp4j/note", obj());
        Turn turn = prompted.prompt(question).need();
        if (probe.profile().protocol() == V2) {
            turn.ending();
        }
        prompted.link().settle();
        Set<String> earlier = toolCalls(other, before);
        List<Entry> strange = ofTurn(before, other).stream()
                .filter(entry -> !earlier.contains(toolCall(entry)))
                .toList();
        if (isMessageOfItsOwn(ofTurn(before, prompted), strange)) {
            probe.open(
                    requirement,
                    "the agent sent its own message in the session that was not prompted, such as a late greeting");
        } else {
            probe.check(requirement, strange.isEmpty(), "nothing in a session that was not prompted", strange);
        }
    }

    /** Returns the tool calls of a session before an entry. They may continue in the background after their turn. */
    private static Set<String> toolCalls(Session session, Entry end) {
        return session.link().entries().stream()
                .filter(entry -> entry.isFromSubject()
                        && entry.index() < end.index()
                        && entry.session().equals(session.id()))
                .map(UpdateOwnership::toolCall)
                .filter(id -> !id.isEmpty())
                .collect(Collectors.toSet());
    }

    private static String toolCall(Entry entry) {
        return entry.at("/params/update/toolCallId").asText("");
    }

    private static List<Entry> ofTurn(Entry since, Session session) {
        return session.link().updatesSince(since, session.id()).stream()
                .filter(entry -> OF_TURNS.stream().anyMatch(entry.update()::startsWith))
                .toList();
    }

    /** Returns whether the updates are a message of the agent that does not belong to the turn in the other session. */
    private static boolean isMessageOfItsOwn(List<Entry> turn, List<Entry> strange) {
        String text = text(strange);
        return !text.isEmpty()
                && strange.stream().allMatch(entry -> entry.update().startsWith("agent_message"))
                && !text(turn).isEmpty()
                && !text(turn).contains(text)
                && !text.contains(text(turn));
    }

    private static String text(List<Entry> updates) {
        return Messages.of(updates, "agent_message").text();
    }
}
