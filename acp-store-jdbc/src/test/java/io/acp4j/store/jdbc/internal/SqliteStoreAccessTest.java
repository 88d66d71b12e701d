package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoreAccessContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

    @Override
    protected Map<String, Integer> maxStatements() {
        return Map.ofEntries(
                Map.entry("session/fork", 11),
                Map.entry("session/fork at a message", 12),
                Map.entry("session/fork of a fork", 11),
                Map.entry("session/fork with a key", 11),
                Map.entry("session/fork with settings", 11),
                Map.entry("session/list", 3),
                Map.entry("session/load", 8),
                Map.entry("session/load again", 8),
                Map.entry("session/load elsewhere", 12),
                Map.entry("session/new", 5),
                Map.entry("session/new with settings", 9),
                Map.entry("session/prompt", 20),
                Map.entry("session/resume", 5),
                Map.entry("session/resume again", 5),
                Map.entry("session/resume with settings", 5));
    }
}
