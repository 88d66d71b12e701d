package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoreAccessContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreAccessTest extends StoreAccessContract {

    private final CountedConnections connections = new CountedConnections();

    @TempDir
    private Path directory;

    @Override
    protected SessionStore open() {
        return connections.sqlite(directory.resolve("sessions.db"));
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
