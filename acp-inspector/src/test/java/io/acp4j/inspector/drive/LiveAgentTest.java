package io.acp4j.inspector.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.AcpClient;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.QueueMeter;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.testing.ScriptedAgent;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveAgentTest {

    /** Returns a transport whose close has no effect yet, as if its handshake completed at that moment. */
    private static Transport slowToClose(Transport transport) {
        return (Transport) Proxy.newProxyInstance(
                LiveAgentTest.class.getClassLoader(),
                new Class<?>[] {Transport.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "close" -> null;
                    case "equals" -> proxy == args[0];
                    default -> method.invoke(transport, args);
                });
    }

    @Test
    void handshakeThatCompletesAfterARestartChangesNothing(@TempDir Path directory) throws Exception {
        InMemoryTransport.Pair first = InMemoryTransport.pair();
        InMemoryTransport.Pair second = InMemoryTransport.pair();
        Iterator<Transport> opened =
                List.of(slowToClose(first.client()), second.client()).iterator();
        AgentSource source = new AgentSource("agent", directory, errors -> opened.next());
        StateBoard board = new StateBoard();
        try (ScriptedAgent scripted = new ScriptedAgent();
                FrameLog log = FrameLog.create();
                LiveAgent agent = new LiveAgent(source, log, board, new QueueMeter(log, () -> {}))) {
            CompletableFuture<Void> givenUp = agent.connect();
            CompletableFuture<Void> restarted = agent.connect();
            var unused = scripted.serve(second.agent());
            restarted.get(1, TimeUnit.MINUTES);
            AcpClient client = agent.client();

            var late = scripted.serve(first.agent());
            givenUp.get(1, TimeUnit.MINUTES);

            assertThat(agent.client()).isSameAs(client);
        } finally {
            first.client().close();
            second.client().close();
        }
    }
}
