package io.acp4j.examples.conformance;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The same with its sessions in a SQLite file. */
@Tag("full")
class StoredWebSocketConformanceAgentIT extends WebSocketConformanceAgentIT {

    @TempDir
    private static Path directory;

    @Override
    SessionStore store() {
        return SessionStores.open(directory.resolve("sessions.db"));
    }
}
