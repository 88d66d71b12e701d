package io.acp4j.tck.internal.probe;

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
        return new Turn(session, reply, between(link, call.sent().index(), last), end);
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
        String message = reply.result().path("messageId").asText("");
        Entry[] inserted = new Entry[1];
        boolean[] busy = new boolean[1];
        return link.await(call.sent(), entry -> {
            if (entry.index() == reply.index() || isEcho(entry, session, message)) {
                inserted[0] = inserted[0] == null ? entry : inserted[0];
            }
            if (!entry.update().equals("state_update") || !entry.session().equals(session)) {
                return false;
            }
            boolean idle = entry.at("/params/update/state").asText().equals("idle");
            boolean ends = idle
                    && inserted[0] != null
                    && (busy[0] || entry.at("/params/update/stopReason").isTextual());
            busy[0] = !idle;
            return ends;
        });
    }

    private static boolean isEcho(Entry entry, String session, String message) {
        return entry.update().startsWith("user_message")
                && entry.session().equals(session)
                && entry.at("/params/update/messageId").asText().equals(message);
    }
}
