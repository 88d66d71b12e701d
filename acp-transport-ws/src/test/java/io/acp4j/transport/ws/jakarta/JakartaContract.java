package io.acp4j.transport.ws.jakarta;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportContract;
import io.acp4j.transport.ws.FaultProxy;
import io.acp4j.transport.ws.WsLimits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** The contract between a Tyrus server and a Tyrus client, with a proxy between that can lose the connection. */
abstract class JakartaContract extends TransportContract {

    private static final ThreadGroup CONTAINERS = containers();

    record Ends(Tyrus server, FaultProxy proxy, JakartaTransport accepted, JakartaTransport client) {}

    abstract Transport near(Ends ends);

    abstract Transport far(Ends ends);

    /** The threads of containers, and the one that the JVM keeps for delays, are not of the transport's making. */
    private static ThreadGroup containers() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        new CompletableFuture<Void>()
                .completeOnTimeout(null, 1, TimeUnit.MILLISECONDS)
                .join();
        return new ThreadGroup(group, "containers");
    }

    @Override
    protected Link connect(int maxQueuedBytes) throws Exception {
        FutureTask<Ends> opening = new FutureTask<>(() -> open(maxQueuedBytes));
        new Thread(CONTAINERS, opening, "opener").start();
        Ends ends = opening.get(60, TimeUnit.SECONDS);
        ends.accepted().closed().thenCombine(ends.client().closed(), (one, other) -> {
            new Thread(CONTAINERS, ends.server()::close, "closer").start();
            return one;
        });
        return new Link() {
            @Override
            public Transport near() {
                return JakartaContract.this.near(ends);
            }

            @Override
            public Transport far() {
                return JakartaContract.this.far(ends);
            }

            @Override
            public boolean silence() {
                ends.proxy().stall();
                return true;
            }

            @Override
            public void lose() {
                ends.proxy().reset();
            }
        };
    }

    private static Ends open(int maxQueuedBytes) throws Exception {
        WsLimits limits = WsLimits.builder()
                .maxQueuedBytes(maxQueuedBytes)
                .keepAlive(Duration.ofSeconds(2), Duration.ofSeconds(20))
                .build();
        Tyrus.Accepted accepted = new Tyrus.Accepted();
        Tyrus server = Tyrus.serving(accepted, builder -> builder.limits(limits).anyFirstMessage());
        FaultProxy proxy = FaultProxy.to(server.port());
        JakartaTransport client =
                server.client(Tyrus.uri(proxy.port())).limits(limits).connect();
        return new Ends(server, proxy, accepted.next(), client);
    }
}
