package io.acp4j.store.jdbc.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands between a store and its database, and falls silent on demand: what comes is neither read nor passed on. */
final class SilentProxy implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("//([^/:]+):(\\d+)/");

    private final ServerSocket server;
    private final InetSocketAddress target;
    private final String url;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object state = new Object();
    private final AtomicInteger accepted = new AtomicInteger();
    private boolean silent;

    /**
     * Begins to pass on.
     *
     * @param url the database's
     */
    SilentProxy(String url) throws IOException {
        Matcher address = ADDRESS.matcher(url);
        if (!address.find()) {
            throw new IllegalArgumentException("no address");
        }
        this.target = new InetSocketAddress(address.group(1), Integer.parseInt(address.group(2)));
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.url = address.replaceFirst("//127.0.0.1:" + server.getLocalPort() + "/");
        run("accept", this::accept);
    }

    /** The address of the database by way of this. */
    String url() {
        return url;
    }

    /** Returns how many connections there have been. */
    int accepted() {
        return accepted.get();
    }

    /** Passes on nothing more, nor reads anything, on any connection. */
    void fallSilent() {
        synchronized (state) {
            silent = true;
        }
    }

    /** Passes on again what comes. */
    void speak() {
        synchronized (state) {
            silent = false;
            state.notifyAll();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                accepted.incrementAndGet();
                Socket database = new Socket();
                sockets.add(client);
                sockets.add(database);
                database.connect(target);
                run("forth", () -> pass(client, database));
                run("back", () -> pass(database, client));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try {
            while (true) {
                awaitSpeech();
                int read = from.getInputStream().read(buffer);
                if (read < 0) {
                    break;
                }
                awaitSpeech();
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException | InterruptedException e) {
            // The other direction, or the end of the test, has closed it.
        } finally {
            close(from);
            close(to);
        }
    }

    private void awaitSpeech() throws InterruptedException {
        synchronized (state) {
            while (silent) {
                state.wait();
            }
        }
    }

    private static void run(String role, Runnable task) {
        Thread thread = new Thread(task, "silent-proxy-" + role);
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        sockets.forEach(SilentProxy::close);
        speak();
    }
}
