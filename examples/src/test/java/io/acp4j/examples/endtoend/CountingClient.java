package io.acp4j.examples.endtoend;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A client that checks the order of what it is told; run in a JVM with little memory. */
public final class CountingClient {

    private CountingClient() {}

    /** Takes how many updates to ask for, after how many of them to pause each time, and the agent's command. */
    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        int pauseEvery = Integer.parseInt(args[1]);
        int[] handled = {0};
        int[] misplaced = {0};
        try (AcpClient client = AcpClient.builder(
                        StdioTransport.launch(List.of(args).subList(2, args.length)))
                .onUpdate((session, update) -> {
                    int number = Integer.parseInt(((ContentChunk) update).text().strip());
                    misplaced[0] += number == handled[0] ? 0 : 1;
                    handled[0]++;
                    if (handled[0] % pauseEvery == 0) {
                        LockSupport.parkNanos(100_000);
                    }
                })
                .connect()) {
            ClientSession session = client.newSession(Path.of("."));
            session.prompt("count " + count);
            System.out.println("handled " + handled[0] + " misplaced " + misplaced[0]);
        }
    }
}
