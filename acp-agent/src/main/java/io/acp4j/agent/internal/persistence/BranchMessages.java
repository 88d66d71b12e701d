package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchRole;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Describes the messages of a tree to clients. */
public final class BranchMessages {

    /** How much of a text a preview shows, in characters. */
    private static final int PREVIEW = 80;

    private BranchMessages() {}

    static BranchMessage of(HistoryEntry node, @Nullable MessageId parent, Map<NodeRef, String> labels) {
        return of(node.header(), parent, labels).preview(preview(node.text())).build();
    }

    static BranchMessage.Builder of(StoredNode.Header header, @Nullable MessageId parent, Map<NodeRef, String> labels) {
        BranchRole role = header.kind() == NodeKind.USER ? BranchRole.USER : BranchRole.AGENT;
        return BranchMessage.builder(
                        Objects.requireNonNull(header.messageId()),
                        role,
                        header.depth(),
                        header.createdAt().toString())
                .parentId(parent)
                .label(labels.get(header.ref()));
    }

    private static @Nullable String preview(String text) {
        String start = text.substring(0, Math.min(text.length(), 4 * PREVIEW));
        String line = start.strip().replaceAll("\\s+", " ");
        if (line.isEmpty()) {
            return null;
        }
        int end = Math.min(line.length(), PREVIEW);
        if (end < line.length() && Character.isHighSurrogate(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(0, end);
    }
}
