package io.acp4j.examples.http;

// snippet:server
import io.acp4j.agent.AcpAgent;
import io.acp4j.transport.http.HttpServer;

public final class EchoServer {
    public static void main(String[] args) throws InterruptedException {
        try (HttpServer server = start(8080)) {
            System.out.println(server.uri());
            server.awaitClosed();
        }
    }

    static HttpServer start(int port) {
        AcpAgent agent = AcpAgent.builder()
                .info("echo-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
        return HttpServer.builder(agent::serve).port(port).start();
    }
}
// end
