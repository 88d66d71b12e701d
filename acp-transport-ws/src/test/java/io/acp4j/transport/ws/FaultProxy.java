package io.acp4j.transport.ws;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stands between a client and a server on real sockets and does to their bytes what networks do: cuts them off after so many,
 * hands them on one by one, stops without a word, resets.
 */
public final class FaultProxy implements AutoCloseable {

    private static final ThreadGroup THREADS = new ThreadGroup(rootGroup(), "fault-proxies");

    private static final int BUFFER_BYTES = 256 * 1024;

    private final ServerSocket listening;
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition resumed = lock.newCondition();
    private final AtomicLong up = new AtomicLong();
    private final AtomicLong down = new AtomicLong();
    private boolean stalled;
    private volatile long cutUpAt = Long.MAX_VALUE;
    private volatile long cutDownAt = Long.MAX_VALUE;
    private volatile int pieceBytes = 64 * 1024;

    private FaultProxy(int target) throws IOException {
        this.listening = new ServerSocket();
        // Else the system's buffers grow with what is sent, and hold many megabytes more.
        listening.setReceiveBufferSize(BUFFER_BYTES);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        this.target = target;
    }

    /** Starts a proxy to a port of this machine. */
    public static FaultProxy to(int port) throws IOException {
        FaultProxy proxy = new FaultProxy(port);
        proxy.thread(proxy::acceptAll);
        return proxy;
    }

    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Resets both sides when so many bytes have gone to the server. */
    FaultProxy cutUpAt(long bytes) {
        cutUpAt = bytes;
        return this;
    }

    /** Resets both sides when so many bytes have gone to the client. */
    FaultProxy cutDownAt(long bytes) {
        cutDownAt = bytes;
        return this;
    }

    /** Hands bytes on in pieces of at most so many, each in a packet of its own. */
    FaultProxy inPieces(int bytes) {
        pieceBytes = bytes;
        return this;
    }

    /** Reads and writes nothing any more, and leaves both sides connected. */
    public void stall() {
        setStalled(true);
    }

    /** Ends a stall. */
    void resume() {
        setStalled(false);
    }

    private void setStalled(boolean now) {
        lock.lock();
        try {
            stalled = now;
            resumed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Counts what has gone to the server. */
    long up() {
        return up.get();
    }

    /** Counts what has gone to the client. */
    long down() {
        return down.get();
    }

    /** Breaks all connections as a crash does. */
    public void reset() {
        sockets.forEach(FaultProxy::resetOne);
    }

    private static void resetOne(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // Closed by the other direction meanwhile, which is as good.
            return;
        }
        closeQuietly(socket);
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        resume();
        reset();
    }

    private void thread(Runnable task) {
        Thread thread = new Thread(THREADS, task, "fault-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket();
                server.setReceiveBufferSize(BUFFER_BYTES);
                server.setSendBufferSize(BUFFER_BYTES);
                client.setSendBufferSize(BUFFER_BYTES);
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                thread(() -> pump(client, server, up, true));
                thread(() -> pump(server, client, down, false));
            }
        } catch (IOException e) {
            if (!listening.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void pump(Socket from, Socket to, AtomicLong passed, boolean upwards) {
        byte[] buffer = new byte[64 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            while (true) {
                awaitGo();
                long left = (upwards ? cutUpAt : cutDownAt) - passed.get();
                if (left <= 0) {
                    reset();
                    return;
                }
                int count = in.read(buffer, 0, (int) Math.min(left, Math.min(buffer.length, pieceBytes)));
                if (count < 0) {
                    to.shutdownOutput();
                    return;
                }
                awaitGo();
                passed.addAndGet(count); // Before the reader can ask.
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // Either side is gone: so is the other.
            closeQuietly(from);
            closeQuietly(to);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitGo() {
        lock.lock();
        try {
            while (stalled) {
                resumed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
