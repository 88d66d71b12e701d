package io.acp4j.agent.tree.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.MessageId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares what can be read of one session with the model. */
final class ModelComparison {

    private ModelComparison() {}

    /** Compares the active path and the leaves. */
    static void check(CopyingModel.Session session, TreeView tree) {
        assertThat(messages(tree.path())).as("path of " + session.id).isEqualTo(session.pathTo(session.head));
        List<String> leaves = new ArrayList<>();
        String cursor = null;
        do {
            Page<TreeView.Leaf> page = tree.leaves(cursor, 2);
            for (TreeView.Leaf leaf : page.items()) {
                leaves.add(leaf.messageId() + "@" + leaf.depth());
                assertThat(leaf.active()).isEqualTo(leaf.messageId().value().equals(session.head));
            }
            cursor = page.next();
        } while (cursor != null);
        assertThat(leaves).as("leaves of " + session.id).isEqualTo(session.leaves());
    }

    /** Compares every path, list, page, label and pair of messages. */
    static void checkThoroughly(CopyingModel.Session session, TreeView tree) {
        for (String id : session.messages.keySet()) {
            List<String> expected = session.pathTo(session.withSummaries(id));
            assertThat(messages(tree.path(new MessageId(id)))).isEqualTo(expected);
            assertThat(tree.find(new MessageId(id)).depth())
                    .isEqualTo(session.pathTo(id).size());
            assertThat(paged(tree, id, false)).isEqualTo(expected);
            assertThat(paged(tree, id, true)).isEqualTo(expected);
        }
        assertThat(listed(tree)).as("messages of " + session.id).isEqualTo(session.listing());
        List<String> ids = List.copyOf(session.messages.keySet());
        for (int i = 0; i + 1 < ids.size(); i += 3) {
            checkComparison(session, tree, ids.get(i), ids.get(i + 1));
        }
        Map<String, String> labels = new HashMap<>();
        tree.labels().forEach((ref, label) -> labels.put(label, ref.toString()));
        assertThat(labels.keySet())
                .containsExactlyInAnyOrderElementsOf(List.copyOf(new LinkedHashSet<>(session.labels.values())));
    }

    /** All messages of a session, as {@code id<parent}. */
    private static List<String> listed(TreeView tree) {
        List<String> listed = new ArrayList<>();
        String cursor = null;
        do {
            Page<TreeView.ListedMessage> page = tree.messages(cursor, 3);
            page.items().forEach(entry -> listed.add(entry.entry().messageId() + "<" + entry.parent()));
            cursor = page.next();
        } while (cursor != null);
        return listed;
    }

    private static void checkComparison(CopyingModel.Session session, TreeView tree, String left, String right) {
        List<String> one = session.pathTo(left);
        List<String> other = session.pathTo(right);
        int common = 0;
        while (common < Math.min(one.size(), other.size()) && one.get(common).equals(other.get(common))) {
            common++;
        }
        TreeView.Comparison comparison = tree.compare(new MessageId(left), new MessageId(right));
        assertThat(
                        comparison.common() == null
                                ? null
                                : Objects.requireNonNull(comparison.common().messageId())
                                        .value())
                .isEqualTo(common == 0 ? null : one.get(common - 1));
        assertThat(comparison.left())
                .extracting(header -> String.valueOf(header.messageId()))
                .isEqualTo(one.subList(common, one.size()));
        assertThat(comparison.right())
                .extracting(header -> String.valueOf(header.messageId()))
                .isEqualTo(other.subList(common, other.size()));
    }

    private static List<String> paged(TreeView tree, String leaf, boolean backward) {
        List<HistoryEntry> nodes = new ArrayList<>();
        PathQuery query = new PathQuery(new MessageId(leaf), backward, null, 3);
        while (true) {
            Page<HistoryEntry> page = tree.page(query);
            nodes.addAll(backward ? 0 : nodes.size(), page.items());
            String cursor = backward ? page.previous() : page.next();
            if (cursor == null) {
                return messages(nodes);
            }
            query = query.from(cursor);
        }
    }

    private static List<String> messages(List<HistoryEntry> nodes) {
        return nodes.stream()
                .filter(node -> node.kind().isMessage())
                .map(node -> String.valueOf(node.messageId()))
                .toList();
    }
}
