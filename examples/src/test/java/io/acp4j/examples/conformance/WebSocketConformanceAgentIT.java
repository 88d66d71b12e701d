package io.acp4j.examples.conformance;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.junit.AgentConformanceTest;
import io.acp4j.transport.ws.WsServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Certifies an agent built with this library over WebSocket, with its sessions in memory: recommendations included. */
class WebSocketConformanceAgentIT extends AgentConformanceTest {

    private static Conversations conversations;
    private static WsServer server;

    @BeforeAll
    static void start() {
        conversations = Conversations.over(SessionStore.inMemory());
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
