package io.acp4j.examples.endtoend;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.stdio.StdioTransport;
import io.acp4j.transport.ws.WsServer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The agent of {@link LossRestoreTest}: the prompt "three" has two chunks of an answer and no end. */
final class LossyAgent {

    private LossyAgent() {}

    /**
     * Returns the agent.
     *
     * @param repository the store; null for an agent that neither loads nor resumes sessions
     * @param end the latch that ends the prompt "three", which ignores its cancellation
     */
    static AcpAgent over(@Nullable SessionRepository repository, CountDownLatch end) {
        var builder = AcpAgent.builder()
                .info("lossy", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> answer(turn, end));
        return (repository == null ? builder : builder.sessions(repository)).build();
    }

    private static void answer(PromptTurn turn, CountDownLatch end) {
        if (!turn.text().equals("three")) {
            turn.say("re " + turn.text());
            return;
        }
        turn.say("#0 ");
        turn.say("#1 ");
        boolean ended = false;
        while (!ended) {
            try {
                end.await();
                ended = true;
            } catch (InterruptedException e) {
                // A hung agent ignores this, too.
            }
        }
    }

    /** Serves a database until the process is killed. Arguments: the transport and the database. */
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        AcpAgent agent = over(SessionRepository.over(SessionStores.open(Path.of(args[1]))), never);
        switch (args[0]) {
            case "websocket" ->
                System.out.println(WsServer.builder(agent::serve).start().port());
            case "http" ->
                System.out.println(HttpServer.builder(agent::serve).start().port());
            default -> agent.serve(StdioTransport.ofProcessStreams());
        }
        never.await();
    }
}
