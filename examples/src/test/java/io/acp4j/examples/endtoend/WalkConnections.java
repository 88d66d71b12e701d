package io.acp4j.examples.endtoend;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The two clients of a walk, their agent and its store, which can be started again. */
final class WalkConnections implements AutoCloseable {

    private final @Nullable Path file;
    private final Function<SessionRepository, WalkLinks> agents;
    private final String link;
    private final String linkOfTheOther;
    private SessionRepository repository;
    private @Nullable WalkLinks links;
    private @Nullable AcpClient client;
    private @Nullable AcpClient other;

    /**
     * Starts the agent and connects.
     *
     * @param file the file of the store; null for a store in memory, which is kept when the agent is started again
     * @param agents creates the agent for a store
     */
    WalkConnections(
            @Nullable Path file, Function<SessionRepository, WalkLinks> agents, String link, String linkOfTheOther) {
        this.file = file;
        this.agents = agents;
        this.link = link;
        this.linkOfTheOther = linkOfTheOther;
        this.repository = opened();
        connect();
    }

    private SessionRepository opened() {
        return SessionRepository.over(file == null ? SessionStore.inMemory() : SessionStores.open(file));
    }

    private void connect() {
        WalkLinks made = agents.apply(repository);
        links = made;
        client = made.connect(link);
        other = made.connect(linkOfTheOther);
    }

    /** Ends all connections, and starts the agent and its clients again; what is stored in a file is opened again. */
    void restart() {
        Objects.requireNonNull(links).close();
        if (file != null) {
            repository.close();
            repository = opened();
        }
        connect();
    }

    AcpClient client() {
        return Objects.requireNonNull(client);
    }

    AcpClient other() {
        return Objects.requireNonNull(other);
    }

    @Override
    public void close() {
        Objects.requireNonNull(links).close();
        repository.close();
    }
}
