package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoreAccessContract;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;

@Tag("full")
class PostgresStoreAccessTest extends StoreAccessContract {

    private final CountedConnections connections = new CountedConnections();

    @Override
    protected SessionStore open() {
        return connections.postgres(PostgresServer.newStore());
    }

    @Override
    protected long statements() {
        return connections.statements();
    }

    @Override
    protected List<Set<String>> insertions() {
        return connections.insertions();
    }
}
