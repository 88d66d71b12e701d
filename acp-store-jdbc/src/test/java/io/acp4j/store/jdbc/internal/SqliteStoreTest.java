package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.testing.SessionStoreContract;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

// snippet:contract
class SqliteStoreTest extends SessionStoreContract {

    @TempDir
    private Path directory;

    @Override
    protected SessionStore open() {
        return SessionStores.open(directory);
    }

    @Override
    protected SessionStore reopen(SessionStore open) {
        open.close();
        return open();
    }
}
// end
