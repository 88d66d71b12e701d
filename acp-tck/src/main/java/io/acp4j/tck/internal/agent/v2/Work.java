package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a session works on, as its states tell. */
final class Work {

    static final String NOWHERE = "acp4j-no-such-session";
    static final int NOT_FOUND = -32002;
    static final int CANCELLED = -32800;
    static final int INVALID_PARAMS = -32602;

    /** Updates that an agent may send at any time, without any work. */
    private static final Set<String> WITHOUT_WORK = Set.of(
            "usage_update", "session_info_update", "available_commands_update", "config_option_update", "notice");

    private Work() {}

    static boolean isState(Entry entry, String session, String state) {
        return entry.update().equals("state_update")
                && entry.session().equals(session)
                && entry.at("/params/update/state").asText().equals(state);
    }

    /** The states of a session that came after an entry. */
    static List<Entry> states(Session session, Entry since, String state) {
        return session.link().since(since).stream()
                .filter(entry -> isState(entry, session.id(), state))
                .toList();
    }

    /**
     * The idle states that end work, after an entry: those that follow another state, as an agent need not give a reason, and those with a
     * reason of their own. What repeats the last one is a snapshot, unless nothing else came.
     */
    static List<Entry> ends(Session session, Entry since) {
        List<Entry> ends = new ArrayList<>();
        List<Entry> repeated = new ArrayList<>();
        boolean works = false;
        String last = "";
        for (Entry entry : session.link().entries()) {
            if (!entry.update().equals("state_update") || !entry.session().equals(session.id())) {
                continue;
            }
            boolean idle = isState(entry, session.id(), "idle");
            String reason = stopReason(entry);
            if (idle && entry.index() > since.index()) {
                if (works || !(reason.isEmpty() || reason.equals(last))) {
                    ends.add(entry);
                } else if (!reason.isEmpty()) {
                    repeated.add(entry);
                }
            }
            works = !idle;
            last = idle ? reason : "";
        }
        return ends.isEmpty() ? repeated.stream().limit(1).toList() : ends;
    }

    static @Nullable Entry awaitEnd(Session session, Entry since) throws InterruptedException {
        return session.link()
                .await(
                        since,
                        entry -> isState(entry, session.id(), "idle")
                                && ends(session, since).stream().anyMatch(end -> end.index() == entry.index()));
    }

    static Entry needState(Session session, Entry since, String state) throws InterruptedException {
        Entry found = session.link().await(since, entry -> isState(entry, session.id(), state));
        if (found == null) {
            throw NotTestable.error("The session did not become " + state);
        }
        return found;
    }

    static String stopReason(@Nullable Entry idle) {
        return idle == null ? "" : idle.at("/params/update/stopReason").asText();
    }

    /** Keeps a session busy until it is cancelled, and waits until it is. */
    static Call busy(Probe probe, Session session) throws InterruptedException {
        boolean cooperates = cooperates(probe);
        String prompt = cooperates ? "tck: wait" : probe.settings().cancelPrompt();
        if (prompt == null) {
            throw new NotTestable("Nothing is known to keep the subject busy (--cancel-prompt)");
        }
        Call call = session.start(prompt);
        Entry running = needState(session, call.sent(), "running");
        if (cooperates) {
            Entry said = session.link()
                    .await(
                            running,
                            entry -> entry.update().startsWith("agent_message")
                                    && entry.session().equals(session.id()));
            if (said == null) {
                throw new NotTestable("`tck: wait` said nothing");
            }
        }
        if (!ends(session, call.sent()).isEmpty()) {
            throw NotTestable.tooSoon("The work ended on its own before it could be cancelled");
        }
        return call;
    }

    /** Returns whether the subject stays busy until it is cancelled, rather than for as long as something takes it. */
    static boolean cooperates(Probe probe) {
        return probe.profile()
                .has(
                        "word:wait",
                        probe.settings().toBuilder().cancelPrompt(null).build());
    }

    /**
     * Checks that running work continues. A subject without the prompt vocabulary may have finished its work. Only the stop reason
     * {@code cancelled} proves that something else ended it.
     */
    static void goesOn(Probe probe, String requirement, Session session, Call running) {
        List<Entry> ends = ends(session, running.sent());
        boolean ended = !ends.isEmpty();
        if (ended && !cooperates(probe) && !stopReason(ends.get(0)).equals("cancelled")) {
            throw NotTestable.tooSoon(
                    "The work has ended, on its own perhaps: another --cancel-prompt may last longer");
        }
        probe.check(requirement, !ended, "work that goes on", "its end");
    }

    /**
     * Checks that work was cancelled. Where the subject was only given something to do, another end may have crossed the
     * cancellation: that ends the scenario.
     */
    static void isCancelled(Probe probe, String requirement, Entry end) {
        boolean cancelled = stopReason(end).equals("cancelled");
        if (!cancelled && !cooperates(probe)) {
            throw NotTestable.tooSoon("The work may have ended on its own: " + stopReason(end));
        }
        probe.check(requirement, cancelled, "the stop reason cancelled", end);
    }

    /** Ends what a session works on, so that the connection is left in order. */
    static void stop(Session session, Entry since) throws InterruptedException {
        session.link().notify("session/cancel", session.params());
        if (awaitEnd(session, since) == null) {
            throw NotTestable.error("The session did not become idle after its cancellation");
        }
    }

    /** Returns the last reported state of a session, or an empty string. */
    static String lastState(Session session) {
        return session.link().entries().stream()
                .filter(entry -> entry.isFromSubject()
                        && entry.update().equals("state_update")
                        && entry.session().equals(session.id()))
                .map(entry -> entry.at("/params/update/state").asText())
                .reduce("", (earlier, later) -> later);
    }

    /**
     * Returns whether a session has begun other work after an idle state. An agent may work without a prompt, for example when a process in
     * the background ends. An idle state after the state running, and updates between the two, are evidence of such work.
     */
    static boolean isFollowedByOtherWork(Session session, Entry idle) {
        boolean works = false;
        for (Entry entry : session.link().updatesSince(idle, session.id())) {
            if (entry.update().equals("state_update")) {
                boolean isIdle = isState(entry, session.id(), "idle");
                if (works && isIdle) {
                    return true;
                }
                works = !isIdle;
            } else if (works && !WITHOUT_WORK.contains(entry.update())) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an update belongs to a tool call that a state lists as work in the background. */
    static boolean isInBackground(Entry state, Entry update) {
        String toolCall = update.at("/params/update/toolCallId").asText();
        for (JsonNode item : state.at("/params/update/background")) {
            if (!toolCall.isEmpty() && item.path("toolCallId").asText().equals(toolCall)) {
                return true;
            }
        }
        return false;
    }

    /** Waits for updates on their way, such as a greeting, and for the end of work that the agent has begun without a prompt. */
    static void settle(Session session) throws InterruptedException {
        session.link().settle();
        session.link().settleUntil(() -> Set.of("", "idle").contains(lastState(session)));
    }

    static JsonNode unknown() {
        return obj("sessionId", NOWHERE);
    }

    /** Brings a session of its own into a conversation that was held. */
    static Session another(Link link) throws InterruptedException {
        return new Session(link, link.newSession());
    }
}
