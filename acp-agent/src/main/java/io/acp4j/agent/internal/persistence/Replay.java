package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.update.SessionUpdate;
import java.util.function.Consumer;

/** Shows a stored conversation again, a page at a time: however long it is, little of it is in memory. */
public final class Replay {

    private static final int PAGE = 200;

    /** The first page of a replay. */
    static final PathQuery BEGINNING = PathQuery.first(PAGE);

    private Replay() {}

    /** Passes on the active path from its beginning, save modes and options: their last values stand in the response. */
    static void of(SessionTree tree, Consumer<SessionUpdate> target) {
        PathQuery query = BEGINNING;
        while (true) {
            Page<HistoryEntry> page = tree.page(query);
            for (HistoryEntry node : page.items()) {
                if (node.kind() != NodeKind.MODE && node.kind() != NodeKind.CONFIG) {
                    node.updates().forEach(target);
                }
            }
            if (page.next() == null) {
                return;
            }
            query = query.from(page.next());
        }
    }
}
