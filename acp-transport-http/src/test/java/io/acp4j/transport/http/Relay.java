package io.acp4j.transport.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Stands between a client and a server on real sockets: stops without a word, resets, cuts everything off after so many bytes. */
final class Relay implements AutoCloseable {

    private static final int BUFFER_BYTES = 256 * 1024;
    static final ThreadGroup THREADS = new ThreadGroup(root(), "relays");

    private final ServerSocket listening = new ServerSocket();
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicLong passed = new AtomicLong();
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<Socket> sessions = new CopyOnWriteArrayList<>();
    private final AtomicLong swallowed = new AtomicLong();

    /** What has come on the streams of sessions that are open since the last ones were broken off. */
    private final AtomicLong sessionBytes = new AtomicLong();

    private volatile boolean stalled;
    private volatile boolean swallowing;
    private volatile long cutAt = Long.MAX_VALUE;
    private volatile boolean refusing;

    Relay(int target) throws IOException {
        // Else the system's buffers grow with what is sent, and hold many megabytes more.
        listening.setReceiveBufferSize(BUFFER_BYTES);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        this.target = target;
        thread(this::acceptAll);
    }

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Returns how many bytes have gone by, both ways and on all sockets. */
    long passed() {
        return passed.get();
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(THREADS, task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket client = listening.accept();
                sockets.add(client);
                if (passed.get() >= cutAt) {
                    reset();
                    continue;
                }
                Socket server = new Socket();
                server.setReceiveBufferSize(BUFFER_BYTES);
                // A head and a body that come one after the other must not wait for each other.
                server.setTcpNoDelay(true);
                client.setTcpNoDelay(true);
                if (connects(server)) {
                    sockets.add(server);
                    thread(() -> copy(client, server, true));
                    thread(() -> copy(server, client, false));
                } else {
                    close(client);
                }
            }
        } catch (IOException e) {
            reset();
        }
    }

    /** A server that is gone must not leave the next clients waiting for somebody who accepts them. */
    private boolean connects(Socket server) {
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void copy(Socket from, Socket to, boolean isRequest) {
        byte[] buffer = new byte[16 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int read;
            while ((read = in.read(buffer)) >= 0) {
                if (stalled) {
                    over.await();
                }
                if (isRequest && asksForASession(buffer, read)) {
                    sessions.add(from);
                }
                if (!isRequest && swallowing && sessions.contains(to)) {
                    swallowed.addAndGet(read);
                    continue;
                }
                long before = passed.getAndAdd(read);
                int may = (int) Math.max(0, Math.min(read, cutAt - before));
                out.write(buffer, 0, may);
                if (!isRequest && sessions.contains(to)) {
                    sessionBytes.addAndGet(may);
                }
                if (before + read >= cutAt) {
                    if (refusing) {
                        listening.close();
                    }
                    reset();
                    return;
                }
            }
            to.shutdownOutput();
        } catch (IOException e) {
            close(from);
            close(to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean asksForASession(byte[] request, int length) {
        String head = new String(request, 0, length, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        return head.startsWith("get ") && head.contains("acp-session-id:");
    }

    /** Lets nothing of what the server sends on the streams of sessions arrive, with HTTP/1.1, until they are cut off. */
    void swallowSessions() {
        swallowing = true;
    }

    /** Returns how many bytes have not arrived. */
    long swallowed() {
        return swallowed.get();
    }

    /** Returns how many bytes have arrived on streams of sessions since the last ones were broken off. */
    long sessionBytes() {
        return sessionBytes.get();
    }

    /** Breaks off the streams of sessions, with HTTP/1.1; those that are opened from now on get everything. */
    void resetSessions() {
        List<Socket> open = List.copyOf(sessions);
        sessions.removeAll(open);
        sessionBytes.set(0);
        swallowing = false;
        reset(open);
    }

    /** Cuts everything off when this many bytes have gone by. */
    void cutAt(long bytes) {
        cutAt = bytes;
    }

    /** Cuts all sockets off after this number of bytes, and then refuses connections. */
    void cutAndRefuseAt(long bytes) {
        refusing = true;
        cutAt = bytes;
    }

    /** Passes nothing on from now on, and leaves everything open. */
    void stall() {
        stalled = true;
    }

    /** Breaks all connections off. */
    void reset() {
        reset(sockets);
    }

    private static void reset(List<Socket> open) {
        for (Socket each : open) {
            try {
                each.setSoLinger(true, 0);
            } catch (IOException e) {
                // It is closed already.
            }
            close(each);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        over.countDown();
        listening.close();
        reset();
    }
}
