package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.NavigateSessionRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The steps of a walk that a client takes within a session. */
record ClientSteps(Walk walk) {

    void prompt(ClientSession session) {
        String text = walk.any(Walk.PROMPTS);
        walk.note("prompt", session, text);
        walk.saying(session, () -> session.prompt(text));
    }

    /** Sends a prompt that the agent refuses, or fails at before or after its first message, once or twice. */
    void failingPrompt(ClientSession session) {
        String text = walk.any(List.of("refuse a", "refuse b", "refuse tool", "fail", "a fail"));
        int times = 1 + walk.random().nextInt(2);
        for (int i = 0; i < times; i++) {
            walk.note("failing prompt", session, text);
            walk.saying(
                    session,
                    () -> assertThatThrownBy(() -> session.prompt(text)).isInstanceOf(AcpErrorException.class));
        }
    }

    void mode(ClientSession session) {
        String mode = walk.any(List.of(WalkedAgent.MODES));
        walk.note("mode", session, mode);
        session.setMode(new SessionModeId(mode));
    }

    void navigate(ClientSession session) {
        MessageId to = walk.anyMessage(session);
        if (to != null) {
            walk.note("navigate", session, to);
            session.branches().navigate(to);
        }
    }

    /** Goes to two messages, the second time without waiting for the first; the last one counts. */
    void navigateTwice(ClientSession session) {
        MessageId first = walk.anyMessage(session);
        MessageId second = walk.anyMessage(session);
        if (first != null && second != null) {
            walk.note("navigate twice", session, first + ", " + second);
            SessionId id = session.id();
            CompletableFuture.allOf(
                            walk.client().requestAsync(BranchMethods.NAVIGATE, NavigateSessionRequest.of(id, first)),
                            walk.client().requestAsync(BranchMethods.NAVIGATE, NavigateSessionRequest.of(id, second)))
                    .join();
        }
    }

    void graft(ClientSession session) {
        MessageId from = walk.anyMessage(session);
        MessageId into = walk.random().nextBoolean() ? walk.anyMessage(session) : null;
        if (from != null) {
            walk.note("graft", session, from + " into " + into);
            Walk.tolerating(() -> session.branches().graft(from, "in sum", into));
        }
    }

    void prune(ClientSession session) {
        MessageId from = walk.anyMessage(session);
        if (from != null) {
            walk.note("prune", session, from);
            Walk.tolerating(() -> session.branches().prune(from));
        }
    }

    void label(ClientSession session) {
        MessageId at = walk.anyMessage(session);
        if (at != null) {
            walk.note("label", session, at);
            session.branches().label(at, walk.random().nextBoolean() ? "name" : null);
        }
    }

    /** What has been forked of a session outlives it. */
    void delete(ClientSession session) {
        if (walk.open().size() > 1) {
            walk.note("delete", session, "");
            session.delete();
            walk.open().remove(session.id());
        }
    }

    void reopen(ClientSession session) {
        SessionId id = session.id();
        boolean load = walk.random().nextBoolean();
        boolean close = walk.random().nextBoolean();
        walk.note((close ? "close, " : "") + (load ? "load" : "resume"), session, "");
        if (close) {
            session.close();
        }
        walk.add(load ? Walk.load(walk.client(), id) : Walk.resume(walk.client(), id));
        if (load || !close) {
            assertThat(walk.open().get(id).forks().isBeginningKnown()).isTrue();
        }
    }

    /** Ends the agent and its clients, starts them again, and opens each session again. */
    void restart() {
        walk.steps().add("restart");
        List<SessionId> open = List.copyOf(walk.open().keySet());
        walk.connections().restart();
        for (SessionId id : open) {
            boolean load = walk.random().nextBoolean();
            walk.steps().add((load ? "load " : "resume ") + id);
            walk.add(load ? Walk.load(walk.client(), id) : Walk.resume(walk.client(), id));
        }
    }

    /** Another client takes the session, it or the agent goes to another branch there, and the session is given back. */
    void takeOver(ClientSession session) {
        SessionId id = session.id();
        ClientSession theirs = Walk.load(walk.other(), id);
        walk.note("takeover", session, "");
        for (int i = walk.random().nextInt(3); i >= 0; i--) {
            switch (walk.random().nextInt(3)) {
                case 0 -> navigate(theirs);
                case 1 -> new AgentSteps(walk).navigate(theirs);
                default -> prompt(theirs);
            }
            if (walk.random().nextInt(4) == 0) {
                mode(theirs);
            }
            walk.paths().check(theirs);
        }
        theirs.close();
        boolean load = walk.random().nextBoolean();
        walk.note(load ? "load" : "resume", session, "");
        walk.add(load ? Walk.load(walk.client(), id) : Walk.resume(walk.client(), id));
    }
}
