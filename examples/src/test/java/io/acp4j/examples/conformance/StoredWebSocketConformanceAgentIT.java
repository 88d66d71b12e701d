package io.acp4j.examples.conformance;

import io.acp4j.agent.tree.Conversations;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.junit.AgentConformanceTest;
import io.acp4j.transport.ws.WsServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Certifies an agent built with this library over WebSocket, with its sessions in a SQLite file: recommendations included. */
class StoredWebSocketConformanceAgentIT extends AgentConformanceTest {

    @TempDir
    private static Path directory;

    private static Conversations conversations;
    private static WsServer server;

    @BeforeAll
    static void start() {
        conversations = Conversations.over(SessionStores.open(directory.resolve("sessions.db")));
        server = ConformanceAgent.serve(conversations);
    }

    @AfterAll
    static void stop() {
        server.close();
        conversations.close();
    }

    @Override
    protected Subject subject() {
        return Subject.webSocket(server.uri());
    }

    @Override
    protected Settings settings() {
        return Certified.patiently(super.settings());
    }

    @Override
    protected boolean strict() {
        return true;
    }
}
