package io.acp4j.transport.ws.internal.door;

import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsServerBuilder;
import io.acp4j.transport.ws.internal.netty.HttpSide;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts servers that serve more than WebSockets. */
public final class ServerDoor {

    private static volatile @Nullable Opener opener;

    private ServerDoor() {}

    /** Starts a server as its builder describes it. */
    @FunctionalInterface
    public interface Opener {

        /**
         * Starts the server.
         *
         * @param side makes what serves the other requests, given the threads on which that may block
         */
        WsServer start(WsServerBuilder builder, Function<WorkerThreads, HttpSide> side);
    }

    /** Is given by the builder how it starts servers. */
    public static void set(Opener given) {
        opener = given;
    }

    /** Starts a server; its builder exists, so its class has been initialised. */
    public static WsServer start(WsServerBuilder builder, Function<WorkerThreads, HttpSide> side) {
        return Objects.requireNonNull(opener).start(builder, side);
    }
}
