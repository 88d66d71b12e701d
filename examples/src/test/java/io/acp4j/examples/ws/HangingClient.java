package io.acp4j.examples.ws;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.ws.WsTransport;
import java.nio.file.Path;

/** A client to be killed: prints the id of its session and what the agent says, and never comes to an end. */
public final class HangingClient {

    private HangingClient() {}

    /**
     * Runs.
     *
     * @param args the server's address
     */
    public static void main(String[] args) {
        AcpClient client = AcpClient.builder(WsTransport.connect(args[0]))
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) {
                        System.out.println(chunk.text());
                    }
                })
                .connect();
        ClientSession session = client.newSession(Path.of("/"));
        System.out.println("session " + session.id());
        session.prompt("hello");
        session.prompt("wait");
    }
}
