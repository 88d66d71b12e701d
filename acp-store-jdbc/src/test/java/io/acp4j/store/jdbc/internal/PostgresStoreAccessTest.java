package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoreAccessContract;
import java.util.List;
import java.util.Map;
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

    @Override
    protected Map<String, Integer> maxStatements() {
        return Map.ofEntries(
                Map.entry("session/fork", 13),
                Map.entry("session/fork at a message", 14),
                Map.entry("session/fork of a fork", 13),
                Map.entry("session/fork with a key", 13),
                Map.entry("session/fork with settings", 13),
                Map.entry("session/list", 4),
                Map.entry("session/load", 10),
                Map.entry("session/load again", 10),
                Map.entry("session/load elsewhere", 15),
                Map.entry("session/new", 5),
                Map.entry("session/new with settings", 10),
                Map.entry("session/prompt", 20),
                Map.entry("session/resume", 7),
                Map.entry("session/resume again", 7),
                Map.entry("session/resume with settings", 7));
    }
}
