package io.acp4j.transport.http;

import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client, and a server whose every response the test gives itself. */
abstract class ClientFixture {

    static final String NEW_SESSION = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{}}";

    ScriptedServer server;
    Puppet client;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
        client = client(builder -> builder);
    }

    Puppet client(UnaryOperator<HttpTransportBuilder> settings) {
        Puppet made =
                new Puppet(settings.apply(HttpTransport.builder(server.uri())).connect());
        made.transport.start(made);
        return made;
    }

    @AfterEach
    void close() {
        client.transport.close();
        server.close();
    }

    static String prompt(int id, String session) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"session/prompt\",\"params\":{\"sessionId\":\""
                + session + "\"}}";
    }

    HttpCloseReason end() throws Exception {
        return (HttpCloseReason) client.end.get(60, TimeUnit.SECONDS);
    }
}
