package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.testing.SessionStoreContract;
import io.acp4j.store.jdbc.SessionStores;

class PostgresStoreTest extends SessionStoreContract {

    private final String url = PostgresServer.newStore();

    @Override
    protected SessionStore open() {
        return SessionStores.open(url);
    }

    @Override
    protected SessionStore reopen(SessionStore open) {
        open.close();
        return open();
    }
}
