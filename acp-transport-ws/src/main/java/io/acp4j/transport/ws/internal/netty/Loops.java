package io.acp4j.transport.ws.internal.netty;

import io.acp4j.rpc.internal.transport.SharedThreads;
import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The threads of some connections: event loops, and workers for what may block. They end when nobody holds them. */
public final class Loops {

    private static final boolean NATIVE = Epoll.isAvailable();

    private static @Nullable Loops shared;

    private final EventLoopGroup group;
    private final WorkerThreads workers;
    private final AtomicInteger holders = new AtomicInteger(1);

    private Loops(int threads, ThreadFactory loops, WorkerThreads workers) {
        IoHandlerFactory factory = NATIVE ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.group = new MultiThreadIoEventLoopGroup(threads, loops, factory);
        this.workers = workers;
    }

    /** Makes threads of one's own; the caller holds them. */
    public static Loops create(String name, int threads) {
        return new Loops(threads, new DefaultThreadFactory(name + "-io", true), new WorkerThreads(name + "-worker-"));
    }

    /** Returns the threads that all clients of this JVM share; the caller holds them. */
    public static synchronized Loops shared() {
        Loops current = shared;
        if (current == null || !current.tryHold()) {
            current = new Loops(
                    Math.min(4, Runtime.getRuntime().availableProcessors()),
                    new SharedLoops("acp-ws-client-io"),
                    WorkerThreads.shared("acp-ws-client-worker-"));
            shared = current;
        }
        return current;
    }

    private boolean tryHold() {
        return holders.getAndUpdate(n -> n == 0 ? 0 : n + 1) > 0;
    }

    /** Holds the threads once more; somebody must hold them already. */
    public void hold() {
        if (!tryHold()) {
            throw new IllegalStateException("the threads have ended");
        }
    }

    /** Lets go; the last one ends the threads. */
    public void release() {
        if (holders.decrementAndGet() == 0) {
            var unused = group.shutdownGracefully(0, 2, TimeUnit.SECONDS);
            workers.shutdown();
        }
    }

    /** Returns whether this thread is one of the event loops, which must not be waited for here. */
    public boolean isLoop() {
        for (EventExecutor loop : group) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    public EventLoopGroup group() {
        return group;
    }

    public WorkerThreads workers() {
        return workers;
    }

    public static ChannelFactory<Channel> clientChannel() {
        return NATIVE ? EpollSocketChannel::new : DirectSocket::new;
    }

    public static ChannelFactory<ServerChannel> serverChannel() {
        return NATIVE ? EpollServerSocketChannel::new : DirectSocket.Server::new;
    }

    /** Event loops of no caller. Netty needs threads of its own kind, which inherit thread locals; but nothing of a caller runs there. */
    private static final class SharedLoops extends DefaultThreadFactory {

        SharedLoops(String name) {
            super(name, true, Thread.NORM_PRIORITY, SharedThreads.root());
        }

        @Override
        protected Thread newThread(Runnable task, String name) {
            Thread thread = super.newThread(task, name);
            thread.setContextClassLoader(SharedThreads.loader());
            return thread;
        }
    }
}
