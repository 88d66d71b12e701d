package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waits for the end of a turn, which is its response or an update, as the version of a connection has it. */
final class TurnEnd {

    private TurnEnd() {}

    /** Returns a turn when it has ended, or when the kit waits no longer. */
    static Turn await(Link link, String session, Call call) throws InterruptedException {
        Reply reply = call.await();
        if (link.dialect().endsWithResponse()) {
            return new Turn(session, reply, between(link, call.sent().index(), reply.index()), null);
        }
        Entry end = reply.isResult() ? awaitIdle(link, session, call, reply) : null;
        int last = end == null ? Integer.MAX_VALUE : Math.max(end.index() + 1, reply.index());
        List<Entry> entries = between(link, call.sent().index(), last);
        return new Turn(session, reply, end == null ? entries : withoutOtherWork(entries, session, end), end);
    }

    /** Removes work that begins after the end of the turn. It may begin before the response is received. */
    private static List<Entry> withoutOtherWork(List<Entry> entries, String session, Entry end) {
        return entries.stream()
                .takeWhile(entry -> entry.index() <= end.index() || !isBusy(entry, session))
                .toList();
    }

    private static List<Entry> between(Link link, int from, int to) {
        return link.entries().stream()
                .filter(entry -> entry.isFromSubject() && entry.index() > from && entry.index() < to)
                .toList();
    }

    /**
     * Waits for the idle state that ends the work on a prompt: the first after its message was inserted that ends something, by a
     * stop reason or after the state was another; null when none came.
     */
    private static @Nullable Entry awaitIdle(Link link, String session, Call call, Reply reply)
            throws InterruptedException {
        JsonNode id = reply.result().path("messageId");
        String message = id.isTextual() ? id.asText() : "";
        Entry early = endBeforeResponse(link, session, call, reply, message);
        if (early != null) {
            link.settle();
            if (link.since(early).stream()
                    .noneMatch(entry -> entry.index() > reply.index()
                            && (isBusy(entry, session) || isEcho(entry, session, message)))) {
                return early;
            }
        }
        Entry[] inserted = new Entry[1];
        boolean[] busy = new boolean[1];
        return link.await(call.sent(), entry -> {
            if (entry.index() == reply.index() || isEcho(entry, session, message)) {
                inserted[0] = inserted[0] == null ? entry : inserted[0];
            }
            boolean ends = inserted[0] != null && ends(entry, session, busy[0]);
            busy[0] = isState(entry, session) ? !isIdle(entry, session) : busy[0];
            return ends;
        });
    }

    /**
     * Returns the idle state that ended the work before the response to the prompt was received. Returns null unless the session was idle
     * when the prompt was sent and the message of the user is missing. Another check reports the missing message.
     */
    private static @Nullable Entry endBeforeResponse(
            Link link, String session, Call call, Reply reply, String message) {
        boolean busy = false;
        Entry end = null;
        for (Entry entry : link.entries()) {
            if (entry.index() < call.sent().index()) {
                boolean prompted = entry.sent()
                        && entry.method().equals("session/prompt")
                        && entry.session().equals(session);
                busy = prompted || (isState(entry, session) ? !isIdle(entry, session) : busy);
            } else if (entry.index() == call.sent().index()) {
                if (busy) {
                    return null;
                }
            } else if (isEcho(entry, session, message)) {
                return null;
            } else if (entry.index() > reply.index()) {
                return end;
            } else if (isState(entry, session)) {
                boolean ends = ends(entry, session, busy);
                busy = !isIdle(entry, session);
                // If work begins after an idle state, that state repeated an earlier one and did not end the work.
                end = busy ? null : end == null && ends ? entry : end;
            }
        }
        return end;
    }

    private static boolean ends(Entry entry, String session, boolean busy) {
        return isIdle(entry, session)
                && (busy || entry.at("/params/update/stopReason").isTextual());
    }

    private static boolean isState(Entry entry, String session) {
        return entry.update().equals("state_update") && entry.session().equals(session);
    }

    private static boolean isIdle(Entry entry, String session) {
        return isState(entry, session)
                && entry.at("/params/update/state").asText().equals("idle");
    }

    private static boolean isBusy(Entry entry, String session) {
        return isState(entry, session) && !isIdle(entry, session);
    }

    private static boolean isEcho(Entry entry, String session, String message) {
        return entry.update().startsWith("user_message")
                && entry.session().equals(session)
                && entry.at("/params/update/messageId").asText().equals(message);
    }
}
