package io.acp4j.examples.conformance;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.junit.AgentConformanceTest;
import io.acp4j.transport.ws.WsServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Certifies an agent built with this library over WebSocket, with its sessions in memory: recommendations included. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebSocketConformanceAgentIT extends AgentConformanceTest {

    private SessionRepository repository;
    private WsServer server;

    /** Opens the store of the sessions. */
    SessionStore store() {
        return SessionStore.inMemory();
    }

    @BeforeAll
    void start() {
        repository = SessionRepository.over(store());
        server = ConformanceAgent.serve(repository);
    }

    @AfterAll
    void stop() {
        server.close();
        repository.close();
    }

    @Override
    protected Subject subject() {
        return Subject.webSocket(server.uri());
    }

    @Override
    protected Settings settings() {
        return Certified.everything(super.settings());
    }

    @Override
    protected boolean strict() {
        return true;
    }
}
