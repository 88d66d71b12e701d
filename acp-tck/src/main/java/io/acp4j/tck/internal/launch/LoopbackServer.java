package io.acp4j.tck.internal.launch;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Listens on a port of the loopback interface; one thread does all the work. */
final class LoopbackServer implements AutoCloseable {

    /** How long connections may take to end, in seconds. */
    private static final long SHUTDOWN_SECONDS = 2;

    private final EventLoopGroup loops;
    private final Channel listening;

    /**
     * Starts to listen.
     *
     * @param wantedPort the port, 0 for any
     * @param name of the thread
     * @param prepare gives each connection its handlers
     */
    LoopbackServer(int wantedPort, String name, Consumer<SocketChannel> prepare) throws IOException {
        ThreadFactory daemons = task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
        loops = new MultiThreadIoEventLoopGroup(1, daemons, NioIoHandler.newFactory());
        ServerBootstrap server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        prepare.accept(channel);
                    }
                });
        var bound = server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wantedPort))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            begun(loops.shutdownGracefully());
            throw new IOException("Cannot listen on port " + wantedPort + ": " + bound.cause(), bound.cause());
        }
        this.listening = bound.channel();
    }

    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** What cannot be done on a connection ends it, which its handler sees. */
    static void begun(Future<?> unused) {}

    /** Frees the port, and ends the connections that there still are. */
    @Override
    public void close() {
        begun(listening.close());
        // A closed channel holds its port until its selector has let go of it: at the end of the loop at the latest.
        var unused = loops.shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(2 * SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    }
}
