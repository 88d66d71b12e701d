package io.acp4j.examples.endtoend;

import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AgentSession;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.examples.endtoend.WalkedPaths.Said;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.prompt.PromptResponse;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The steps of a walk that the agent takes by itself, of which its client has asked for nothing. */
record AgentSteps(Walk walk) {

    private AgentSession atAgent(ClientSession session) {
        return walk.agent().session(session.id());
    }

    /** Goes to another message, perhaps in the middle of one that it says, perhaps to two of them in a row. */
    void navigate(ClientSession session) {
        int times = 1 + walk.random().nextInt(2);
        boolean says = walk.random().nextBoolean();
        for (int i = 0; i < times; i++) {
            MessageId to = walk.anyMessage(session);
            if (to != null) {
                walk.note(says ? "agent says and navigates" : "agent navigates", session, to);
                if (says) {
                    walk.agent().say(session.id());
                }
                Walk.tolerating(() -> atAgent(session).tree().navigate(to));
            }
        }
    }

    void graft(ClientSession session) {
        MessageId from = walk.anyMessage(session);
        if (from != null) {
            MessageId into = walk.random().nextBoolean() ? walk.anyMessage(session) : null;
            walk.note("agent grafts", session, from + " into " + into);
            Walk.tolerating(() -> walk.agent().graft(session.id(), from, into));
        }
    }

    void prune(ClientSession session) {
        MessageId from = walk.anyMessage(session);
        if (from != null) {
            walk.note("agent prunes", session, from);
            Walk.tolerating(() -> atAgent(session).tree().prune(from));
        }
    }

    /** Adds a message behind the last one, or behind any. */
    void append(ClientSession session) {
        MessageId under = walk.random().nextBoolean() ? walk.anyMessage(session) : null;
        walk.note("agent appends", session, "under " + under);
        Walk.tolerating(() -> walk.agent().append(session.id(), under));
    }

    /** Works without a prompt where the client's version has that, perhaps behind a navigation, perhaps around one. */
    void work(ClientSession session) {
        MessageId before = walk.random().nextBoolean() ? walk.anyMessage(session) : null;
        MessageId meanwhile = walk.random().nextInt(3) == 0 ? walk.anyMessage(session) : null;
        walk.note("agent works", session, "at " + before + ", goes to " + meanwhile);
        if (before != null) {
            Walk.tolerating(() -> atAgent(session).tree().navigate(before));
        }
        if (meanwhile == null) {
            walk.saying(session, () -> work(session, null));
        } else {
            work(session, meanwhile);
        }
    }

    private void work(ClientSession session, @Nullable MessageId meanwhile) {
        try {
            atAgent(session)
                    .startTurn(work -> {
                        work.say(meanwhile == null ? "worked" : WalkedAgent.BY_ITSELF);
                        if (meanwhile != null) {
                            Walk.tolerating(() -> atAgent(session).tree().navigate(meanwhile));
                            work.say(WalkedAgent.BY_ITSELF);
                        }
                    })
                    .toCompletableFuture()
                    .join();
        } catch (UnsupportedCapabilityException e) {
            walk.note("not in version 1", session, "");
        }
    }

    /** Adds a message in the middle of a turn, in which it may not go elsewhere. */
    void inTheMiddleOfATurn(ClientSession session) {
        MessageId to = walk.anyMessage(session);
        int known = session.forks().messages().size();
        walk.note("agent appends in a turn", session, to);
        walk.agent().hold();
        walk.saying(session, () -> {
            PromptTurn turn = session.startTurn("a hold");
            await().atMost(WalkedPaths.LIMIT)
                    .until(() -> session.transcript().snapshot().messages().stream()
                            .anyMatch(message ->
                                    message.index() >= known && message.text().contains("held")));
            if (to != null) {
                Walk.tolerating(() -> atAgent(session).tree().navigate(to));
            }
            walk.agent().append(session.id(), null);
            walk.agent().letGo();
            turn.await();
        });
    }

    /** Goes elsewhere just as the client prompts: before the turn, or behind it, or not at all. */
    void navigateAsTheClientPrompts(ClientSession session) {
        MessageId to = walk.anyMessage(session);
        if (to == null) {
            return;
        }
        walk.note("prompt as the agent navigates", session, to);
        String mode = WalkedPaths.mode(session);
        CompletableFuture<PromptResponse> turn = session.promptAsync("raced");
        Walk.tolerating(() -> atAgent(session).tree().navigate(to));
        turn.join();
        for (Said said : walk.paths().messages(session)) {
            if (said.text().contains("raced")) {
                walk.modes().putIfAbsent(Objects.requireNonNull(said.id()), mode);
            }
        }
    }
}
