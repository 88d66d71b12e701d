package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A server of plain sockets that opens a connection and its event stream as it should; what it responds to later is for its test. */
abstract class RudeServer implements AutoCloseable {

    static final String ACCEPTED = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";

    /** The later messages. */
    final BlockingQueue<String> taken = new LinkedBlockingQueue<>();

    private final ServerSocket listening = new ServerSocket();
    private final Queue<Socket> all = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Socket events;

    RudeServer() throws IOException {
        listening.setReceiveBufferSize(64 * 1024);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    }

    private interface Task {
        void run() throws IOException;
    }

    void start() {
        thread(() -> {
            while (true) {
                Socket socket = listening.accept();
                all.add(socket);
                thread(() -> serve(socket));
            }
        });
    }

    URI uri() {
        return URI.create("http://localhost:" + listening.getLocalPort());
    }

    private static void thread(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException closed) {
                        // The test has ended, or the client has closed.
                    }
                },
                "rude");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        while (true) {
            String head = head(in).toLowerCase(Locale.ROOT);
            int length = head.contains("content-length: ")
                    ? Integer.parseInt(head.replaceAll("(?s).*content-length: (\\d+).*", "$1"))
                    : 0;
            if (refuses(socket, length)) {
                return;
            }
            String body = new String(in.readNBytes(length), UTF_8);
            if (head.startsWith("get")) {
                send(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n:\n\n");
                events = socket;
            } else if (body.contains("initialize")) {
                String result = "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}";
                send(
                        socket,
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nAcp-Connection-Id: c\r\nContent-Length: "
                                + result.length() + "\r\n\r\n" + result);
            } else {
                if (head.startsWith("post")) {
                    taken.add(body);
                }
                respond(socket);
            }
        }
    }

    /** Responds to a message before it is read, if it is to be refused; nothing more is read from the socket then. */
    boolean refuses(Socket socket, int length) throws IOException {
        return false;
    }

    /** Responds to a later request. */
    abstract void respond(Socket socket) throws IOException;

    static void send(Socket to, String text) throws IOException {
        to.getOutputStream().write(text.getBytes(UTF_8));
    }

    /** Sends an event. */
    void event(String json) throws IOException {
        send(Objects.requireNonNull(events), "data: " + json + "\n\n");
    }

    /** Reads the head of a request. */
    static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(UTF_8).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the client has closed the connection after: " + head);
            }
            head.write(next);
        }
        return head.toString(UTF_8);
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : all) {
            socket.close();
        }
    }
}
