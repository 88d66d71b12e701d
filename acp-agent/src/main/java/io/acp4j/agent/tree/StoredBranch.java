package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeRef;
import io.acp4j.schema.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The path to one message, read when somebody asks for it. */
record StoredBranch(SessionRepository repository, SessionId session, HistoryEntry message)
        implements BranchListener.Branch {

    @Override
    public List<HistoryEntry> path() {
        return repository.read(view -> TreeReader.nodes(Paths.nodes(view, message.ref(), null)));
    }

    @Override
    public List<HistoryEntry> last(int limit) {
        return repository.read(view -> TreeReader.nodes(Paths.upTo(view, message.ref(), limit)));
    }

    @Override
    public @Nullable NodeRef parent() {
        return repository.read(view -> Paths.parent(view, message.ref()));
    }
}
