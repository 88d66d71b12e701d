package io.acp4j.tck.internal.agent;

import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/**
 * A request to load or resume a session that may still be open. An agent may refuse that: then the session is closed and the request
 * repeated, and if that does not help either, a new connection takes the place of the one that had the session.
 *
 * @param session the session
 * @param call the request that decided
 * @param reply its response
 */
record Reload(Session session, Call call, Reply reply) {

    static Reload load(Probe probe, Session session) throws InterruptedException {
        return of(probe, "session/load", session);
    }

    static Reload of(Probe probe, String method, Session session) throws InterruptedException {
        Reload reload = attempt(method, session);
        if (reload.reply.isError() && probe.has("close")) {
            reload = reload.afterClosing();
        }
        return reload.reply.isError() ? reload.onNewConnection(probe) : reload;
    }

    private static Reload attempt(String method, Session session) throws InterruptedException {
        Call call = session.link().start(method, session.setup());
        return new Reload(session, call, call.await());
    }

    /** Closes the session and repeats the request. */
    private Reload afterClosing() throws InterruptedException {
        session.link().call("session/close", session.params());
        return attempt(call.sent().method(), session);
    }

    /** Leaves the session as a client does that ends, and repeats the request on a new connection. */
    Reload onNewConnection(Probe probe) throws InterruptedException {
        probe.replace(session.link());
        return attempt(call.sent().method(), session);
    }

    /**
     * Loads a session to see what is replayed. An agent may replay nothing of a session that is open, so an empty replay is looked at
     * again after the session was closed, or left.
     */
    static Reload replay(Probe probe, Session session) throws InterruptedException {
        Reload reload = load(probe, session);
        if (reload.reply.isResult()
                && Message.conversation(reload.before()).stream().noneMatch(Message::isUser)) {
            Reload again = probe.has("close") ? reload.afterClosing() : reload.onNewConnection(probe);
            return again.reply.isResult() ? again : reload;
        }
        return reload;
    }

    /** Returns what came of the session before the response. */
    List<Entry> before() {
        return updates().stream().filter(entry -> entry.index() < reply.index()).toList();
    }

    /** Returns what came of the session so far since the request. */
    List<Entry> updates() {
        return session.link().updatesSince(call.sent(), session.id());
    }
}
