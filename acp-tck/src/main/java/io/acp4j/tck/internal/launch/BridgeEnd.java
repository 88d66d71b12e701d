package io.acp4j.tck.internal.launch;

import io.acp4j.tck.internal.wire.LineSplitter;
import io.acp4j.tck.internal.wire.StreamWriter;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waits on the loopback interface for the program that the client starts as its agent. */
final class BridgeEnd implements AgentEnd {

    private static final int MAX_TOKEN = 256;

    /** How long a connection may take to show that it is the launcher's. */
    private static final Duration INTRODUCTION = Duration.ofSeconds(10);

    private final String token = Token.next();
    private final ServerSocket server;
    private final Launcher launcher;
    private final WireListener listener;
    private final int introductionMillis;
    private final List<byte[]> early = new ArrayList<>();
    private @Nullable StreamWriter writer;
    private @Nullable Socket socket;
    private boolean closed;

    BridgeEnd(WireListener listener) throws IOException {
        this(listener, INTRODUCTION);
    }

    BridgeEnd(WireListener listener, Duration introduction) throws IOException {
        this.listener = listener;
        this.introductionMillis = Math.toIntExact(introduction.toMillis());
        this.server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        try {
            this.launcher = Launcher.write(server.getLocalPort(), token);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        Thread thread = new Thread(this::accept, "tck-agent-end");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public String address() {
        return launcher.path();
    }

    /** Takes the first connection of the launcher; a client that starts its agent twice finds the second one dead. */
    private void accept() {
        try (server) {
            while (true) {
                Socket candidate = server.accept();
                if (isOurs(candidate)) {
                    attach(candidate);
                    read(candidate);
                    return;
                }
                candidate.close();
            }
        } catch (IOException e) {
            listener.ended("the connection to the client ended: " + e.getMessage());
        }
    }

    /** Returns whether it is the launcher: whatever else on this machine has found the port may say nothing for ever. */
    private boolean isOurs(Socket candidate) {
        try {
            candidate.setSoTimeout(introductionMillis);
            InputStream in = candidate.getInputStream();
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0 && next != '\n' && line.size() < MAX_TOKEN; next = in.read()) {
                line.write(next);
            }
            candidate.setSoTimeout(0);
            return line.toString(StandardCharsets.US_ASCII).equals(token);
        } catch (IOException e) {
            // A stranger's trouble is no evidence; that the launcher has not come is seen by who waits for it.
            return false;
        }
    }

    private synchronized void attach(Socket accepted) throws IOException {
        accepted.setTcpNoDelay(true);
        socket = accepted;
        writer = new StreamWriter(accepted.getOutputStream(), "of an agent's place");
        early.forEach(writer::write);
        early.clear();
        if (closed) {
            writer.close();
        }
    }

    private void read(Socket accepted) throws IOException {
        try {
            LineSplitter.read(accepted.getInputStream(), listener);
            listener.ended("the client closed the agent's input");
        } finally {
            // An agent whose input has ended exits.
            leave();
        }
    }

    @Override
    public synchronized void write(byte[] bytes) {
        if (writer != null) {
            writer.write(bytes);
        } else {
            early.add(bytes);
        }
    }

    @Override
    public void send(byte[] message) {
        byte[] line = Arrays.copyOf(message, message.length + 1);
        line[message.length] = '\n';
        write(line);
    }

    @Override
    public boolean isStream() {
        return true;
    }

    @Override
    public synchronized boolean isMet() {
        return socket != null;
    }

    @Override
    public synchronized void leave() {
        if (!closed) {
            closed = true;
            if (writer != null) {
                writer.close();
            }
        }
    }

    @Override
    public void close() {
        leave();
        launcher.close();
        closeQuietly(server);
        Socket open = socket();
        if (open != null) {
            closeQuietly(open);
        }
    }

    private synchronized @Nullable Socket socket() {
        return socket;
    }

    private void closeQuietly(java.io.Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            listener.ended("a socket of the kit cannot be closed: " + e.getMessage());
        }
    }
}
