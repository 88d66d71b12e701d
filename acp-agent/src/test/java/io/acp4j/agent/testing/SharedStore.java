package io.acp4j.agent.testing;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import java.util.function.Function;

/** A store that stays open when one of its users closes it: each of them stands for a process. */
public record SharedStore(SessionStore store) implements SessionStore {

    @Override
    public <T> T read(Function<? super StoreView, T> action) {
        return store.read(action);
    }

    @Override
    public <T> T write(Function<? super StoreTransaction, T> action) {
        return store.write(action);
    }

    @Override
    public void close() {
        // The others go on with it.
    }
}
