package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.schema.MessageId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads paths row by row, whoever has the session open. */
final class StoredPaths {

    private StoredPaths() {}

    static List<StoredNode> nodes(StoreView view, @Nullable NodeRef head) {
        if (head == null) {
            return List.of();
        }
        List<Segment> chain = view.chain(head.segment());
        List<StoredNode> nodes = new ArrayList<>();
        for (int i = chain.size() - 1; i >= 0; i--) {
            NodeRef end =
                    i == 0 ? head : Objects.requireNonNull(chain.get(i - 1).parent());
            List<StoredNode> part = view.nodes(chain.get(i).id(), 0, end.index() + 1);
            if (part.size() != end.index() + 1) {
                throw new AssertionError("nodes up to " + end + " are missing, there are " + part.size());
            }
            nodes.addAll(part);
        }
        return nodes;
    }

    /** The ids of the messages on a path, each with its text. */
    static List<String> messages(StoreView view, @Nullable NodeRef head) {
        return nodes(view, head).stream()
                .filter(node -> node.header().kind().isMessage())
                .map(node -> {
                    MessageId id = Objects.requireNonNull(node.header().messageId());
                    if (!node.content().toJson().contains(Storm.text(id.value()))) {
                        throw new AssertionError("message " + id + " has lost its text");
                    }
                    return id.value();
                })
                .toList();
    }
}
