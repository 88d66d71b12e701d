package io.acp4j.examples.endtoend;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** An agent whose turns never end, whatever is asked of them, and whose leases last an hour. */
final class DeafAgent {

    private DeafAgent() {}

    public static void main(String[] args) throws InterruptedException {
        SessionRepositoryOptions options =
                SessionRepositoryOptions.builder().lease(Duration.ofHours(1)).build();
        SessionRepository repository = SessionRepository.over(SessionStores.open(Path.of(args[0])), options);
        var connection = AcpAgent.builder()
                .info("deaf", "1")
                .onPrompt(turn -> {
                    turn.say("begun");
                    turn.endMessage();
                    while (true) {
                        waitForNothing();
                    }
                })
                .sessions(repository)
                .build()
                .serve(StdioTransport.ofProcessStreams());
        connection.awaitClosed();
        // The process stays: only what is given back can be had by others.
        new CountDownLatch(1).await();
    }

    private static void waitForNothing() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            // That is the point.
        }
    }
}
