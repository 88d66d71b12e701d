package io.acp4j.inspector.drive;

import io.acp4j.client.SessionNode;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.branching.SessionLineage;
import org.jspecify.annotations.Nullable;

/** What sessions are called in the tree. Forks of one message would all be called {@code fork@2} by their place alone. */
final class RowNames {

    private static final int MAX_PROMPT = 200;

    private RowNames() {}

    /**
     * The label of a fork; else a title that does not repeat its parent's, else the first prompt of its own, else where it was
     * forked, or the id of what is no fork: ids say nothing to people.
     */
    static String of(
            SessionNode node,
            @Nullable String title,
            @Nullable Conversation conversation,
            @Nullable ForkOrigin origin) {
        String name = node.displayName();
        SessionNode parent = node.parent();
        if (!name.equals(parent == null ? node.id().value() : node.mark())) {
            return name;
        }
        String above = parent == null ? null : parent.info().title();
        if (title != null && !title.isBlank() && !repeats(title, above)) {
            return title;
        }
        String prompt = conversation == null ? null : firstOwnPrompt(conversation, depth(node, conversation));
        if (prompt != null) {
            return prompt;
        }
        return parent == null || origin == null ? name : origin.mark();
    }

    /** Returns whether it is the title of the parent, maybe with "(fork)" after it. */
    private static boolean repeats(String title, @Nullable String parent) {
        return parent != null && (title.equals(parent) || title.startsWith(parent + " ("));
    }

    /** Returns how many messages it has inherited; a fork that was loaded again is told by the agent's list only. */
    private static int depth(SessionNode node, Conversation conversation) {
        SessionLineage lineage = SessionLineage.of(node.info().meta());
        Integer listed = lineage == null ? null : lineage.forkDepth();
        return listed == null ? conversation.inheritedMessages() : listed;
    }

    private static @Nullable String firstOwnPrompt(Conversation conversation, int depth) {
        int spoken = conversation.droppedMessages();
        if (depth < spoken) {
            return null; // It is gone, or it is not known which one it is.
        }
        for (TranscriptEntry entry : conversation.entries()) {
            if (!(entry instanceof TranscriptMessage message) || message.role() == MessageRole.THOUGHT) {
                continue;
            }
            if (spoken++ >= depth && message.role() == MessageRole.USER) {
                String line = message.text().strip().lines().findFirst().orElse("");
                return line.isEmpty() ? null : line.substring(0, Math.min(line.length(), MAX_PROMPT));
            }
        }
        return null;
    }
}
