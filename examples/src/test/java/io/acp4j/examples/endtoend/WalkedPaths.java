package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.update.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The agent's own paths of its sessions, and what their clients know of them, which is to be the same. */
record WalkedPaths(WalkedAgent agent) {

    static final Duration LIMIT = Duration.ofSeconds(60);

    record Said(BranchRole role, @Nullable MessageId id, String text) {}

    private List<HistoryEntry> path(ClientSession session) {
        return agent.session(session.id()).tree().path();
    }

    List<Said> messages(ClientSession session) {
        return messages(path(session));
    }

    /** Returns the messages of a fork at a message of any branch, without a summary that was added to that message. */
    List<Said> messagesTo(ClientSession session, MessageId last) {
        List<Said> path = messages(agent.session(session.id()).tree().path(last));
        int end = path.size();
        while (!last.equals(path.get(end - 1).id())) {
            end--;
        }
        return path.subList(0, end);
    }

    Set<MessageId> ids(ClientSession session) {
        Set<MessageId> ids = new LinkedHashSet<>();
        messages(session).forEach(message -> ids.add(Objects.requireNonNull(message.id())));
        return ids;
    }

    static String mode(ClientSession session) {
        return Objects.requireNonNull(session.modes()).currentModeId().value();
    }

    private static List<Said> messages(List<HistoryEntry> path) {
        List<Said> all = new ArrayList<>();
        for (HistoryEntry entry : path) {
            if (!entry.kind().isMessage()) {
                continue;
            }
            BranchRole role = entry.role();
            Said last = all.isEmpty() ? null : all.get(all.size() - 1);
            if (last != null && Objects.equals(last.id(), entry.messageId())) {
                all.set(all.size() - 1, new Said(role, last.id(), last.text() + entry.text()));
            } else {
                all.add(new Said(role, entry.messageId(), entry.text()));
            }
        }
        return all;
    }

    static BranchRole role(TranscriptMessage message) {
        return message.role() == MessageRole.USER ? BranchRole.USER : BranchRole.AGENT;
    }

    static String text(TranscriptMessage message) {
        StringBuilder text = new StringBuilder();
        for (ContentBlock block : message.content()) {
            text.append(((TextContent) block).text());
        }
        return text.toString();
    }

    void check(ClientSession session) {
        try {
            compare(session);
        } catch (AssertionError notYet) {
            // What a fork is sent after the response, or of the agent's own steps, may be on its way.
            await().atMost(LIMIT).untilAsserted(() -> compare(session));
        }
    }

    private void compare(ClientSession session) {
        AgentSession atAgent = agent.session(session.id());
        assertThat(mode(session))
                .as("mode of %s", session)
                .isEqualTo(
                        Objects.requireNonNull(atAgent.modes()).currentModeId().value());
        List<HistoryEntry> path = path(session);
        List<Said> stored = messages(path);
        List<Said> shown = session.forks().messages().stream()
                .map(message -> new Said(role(message), message.id(), text(message)))
                .toList();
        if (!session.forks().isBeginningKnown()) {
            assertThat(shown).hasSizeLessThanOrEqualTo(stored.size());
            stored = stored.subList(stored.size() - shown.size(), stored.size());
        }
        List<Said> expected = new ArrayList<>();
        for (int i = 0; i < stored.size(); i++) {
            // A prompt that the agent has not sent back has no id at the client.
            boolean unnamed = i < shown.size() && shown.get(i).id() == null;
            Said said = stored.get(i);
            expected.add(unnamed ? new Said(said.role(), null, said.text()) : said);
        }
        assertThat(shown).as("messages of %s", session).isEqualTo(expected);
        if (session.forks().isBeginningKnown()) {
            long calls = session.transcript().snapshot().entries().stream()
                    .filter(TranscriptToolCall.class::isInstance)
                    .count();
            assertThat(calls)
                    .as("tool calls of %s", session)
                    .isEqualTo(path.stream()
                            .flatMap(entry -> entry.updates().stream())
                            .filter(ToolCall.class::isInstance)
                            .count());
        }
    }
}
