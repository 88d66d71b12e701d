package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each byte of a server's side of a recorded conversation is once the last one that the client gets. */
@Tag("full")
class CutResponsesTest {

    private static final String EVENTS = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n:\n\n";
    private static final String ACCEPTED = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
    private static final String GONE = "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n";
    private static final String UPDATE =
            "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"t\":\"ü\"}}";
    private static final String NEW = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s\"}}";

    private static final List<String> VERSION_1 = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":1}}",
            NEW,
            UPDATE,
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"stopReason\":\"end_turn\"}}");

    /** The turn goes on behind the response to its prompt. */
    private static final List<String> VERSION_2 = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":2}}",
            NEW,
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}",
            UPDATE,
            "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":"
                    + "{\"sessionUpdate\":\"state_update\",\"state\":\"idle\"}}}");

    /** What is cut off. */
    enum Cut {
        /** Everything, and nobody can connect any more. */
        ALL,
        /** The one socket on which the byte was sent; its end looks like that of the body. */
        ONE,
        /** The same, with a reset. */
        ONE_RESET
    }

    /** Plays the recording, and cuts off behind one of its bytes. */
    private static final class Recording implements AutoCloseable {

        private final ServerSocket listening = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        private final List<Socket> sockets = new CopyOnWriteArrayList<>();
        private final List<String> messages;
        private final Cut what;
        private final int cut;
        private int sent;
        private boolean isCut;
        private final List<String> events = new ArrayList<>();
        private int handedOver;
        private @Nullable Socket connection;
        private @Nullable Socket session;

        Recording(List<String> messages, Cut what, int cut) throws IOException {
            this.messages = messages;
            this.what = what;
            this.cut = cut;
            thread(this::acceptAll);
        }

        private static void thread(Runnable task) {
            Thread thread = new Thread(task, "recording");
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return listening.getLocalPort();
        }

        synchronized int sent() {
            return sent;
        }

        private void acceptAll() {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    socket.setTcpNoDelay(true);
                    sockets.add(socket);
                    thread(() -> serve(socket));
                }
            } catch (IOException closed) {
                sockets.forEach(Recording::close);
            }
        }

        private void serve(Socket socket) {
            try {
                InputStream in = socket.getInputStream();
                while (true) {
                    String head = head(in);
                    int length = head.contains("content-length: ")
                            ? Integer.parseInt(head.replaceAll("(?s).*content-length: (\\d+).*", "$1"))
                            : 0;
                    respond(socket, head, new String(in.readNBytes(length), UTF_8));
                }
            } catch (IOException gone) {
                close(socket);
            }
        }

        private static String head(InputStream in) throws IOException {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(UTF_8).endsWith("\r\n\r\n")) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("the client has closed");
                }
                head.write(next);
            }
            return head.toString(UTF_8).toLowerCase(java.util.Locale.ROOT);
        }

        private synchronized void respond(Socket socket, String head, String body) throws IOException {
            if (head.startsWith("get") && head.contains("acp-session-id: s")) {
                attach(socket, head);
            } else if (head.startsWith("get")) {
                connection = socket;
                send(socket, EVENTS);
            } else if (body.contains("initialize")) {
                send(
                        socket,
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nAcp-Connection-Id: c\r\nContent-Length: "
                                + messages.get(0).getBytes(UTF_8).length + "\r\n\r\n" + messages.get(0));
            } else if (body.contains("session/new")) {
                send(socket, ACCEPTED);
                send(connection, "id: 1\ndata: " + messages.get(1) + "\n\n");
            } else if (body.contains("session/prompt")) {
                send(socket, ACCEPTED);
                events.addAll(messages.subList(2, messages.size()));
                sendEvents();
            } else {
                send(socket, ACCEPTED);
            }
        }

        /** As the server of this module does without a replay window. */
        private void attach(Socket socket, String head) throws IOException {
            int seen = head.contains("last-event-id: ")
                    ? Integer.parseInt(head.replaceAll("(?s).*last-event-id: (\\d+).*", "$1"))
                    : handedOver;
            if (seen < handedOver) {
                send(socket, GONE);
                return;
            }
            session = socket;
            send(socket, EVENTS);
            sendEvents();
        }

        private void sendEvents() throws IOException {
            while (session != null && handedOver < events.size()) {
                handedOver++;
                send(session, "id: " + handedOver + "\ndata: " + events.get(handedOver - 1) + "\n\n");
            }
        }

        private void send(@Nullable Socket to, String text) throws IOException {
            byte[] bytes = text.getBytes(UTF_8);
            int may = isCut && what != Cut.ALL ? bytes.length : Math.max(0, Math.min(bytes.length, cut - sent));
            sent += bytes.length;
            if (to != null) {
                to.getOutputStream().write(bytes, 0, may);
            }
            if (may < bytes.length) {
                isCut = true;
                if (what == Cut.ALL) {
                    close();
                } else if (to != null) {
                    cutOff(to);
                }
            }
        }

        @SuppressWarnings("ReferenceEquality") // the same socket
        private void cutOff(Socket socket) throws IOException {
            if (socket == session) {
                session = null;
            }
            socket.setSoLinger(what == Cut.ONE_RESET, 0);
            socket.close();
        }

        private static void close(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
            sockets.forEach(Recording::close);
        }
    }

    /** Holds the client's side of the conversation. */
    private static final class Client implements TransportListener {

        private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        private final HttpTransport transport;
        private final List<String> messages;

        Client(List<String> messages, int port, HttpContract.Threads threads) {
            this.messages = messages;
            transport = HttpTransport.builder(URI.create("http://localhost:" + port))
                    .closeTimeout(Duration.ofMillis(20))
                    .threads(threads.http(), threads.workers())
                    .connect();
        }

        /** Returns what came in order; the last one is an error or the end unless everything came. */
        List<Object> converse() throws Exception {
            List<Object> all = new ArrayList<>();
            transport.start(this);
            List<String> requests =
                    List.of(RawClient.INITIALIZE, ServerTest.NEW_SESSION, ServerTest.request(2, "session/prompt", "s"));
            for (int i = 0; i < requests.size(); i++) {
                try {
                    transport.send(Puppet.Frame.of(requests.get(i)));
                } catch (io.acp4j.rpc.transport.TransportClosedException e) {
                    // Its end is heard of.
                }
                for (int expected = i == 2 ? messages.size() - 2 : 1; expected > 0; expected--) {
                    Object next = Puppet.take(heard);
                    all.add(next);
                    if (!(next instanceof JsonNode message) || message.has("error")) {
                        return all;
                    }
                }
            }
            return all;
        }

        @Override
        public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
            try {
                heard.add(Puppet.JSON.readTree(buffer, offset, length));
            } catch (IOException e) {
                heard.add(e);
            }
            return null;
        }

        @Override
        public void onFault(FrameError fault) {
            heard.add(fault);
        }

        @Override
        public void onEnd(CloseReason reason, boolean canSend) {
            heard.add(reason);
        }
    }

    static Stream<Arguments> crossings() {
        return Stream.of(1, 2).flatMap(version -> Stream.of(Cut.values()).map(cut -> Arguments.of(version, cut)));
    }

    @ParameterizedTest
    @MethodSource("crossings")
    void clientHasEverythingOrIsToldWhatItHasNot(int version, Cut what) throws Exception {
        List<String> messages = version == 1 ? VERSION_1 : VERSION_2;
        int whole = Integer.MAX_VALUE;
        try (HttpContract.Threads threads = HttpContract.Threads.make()) {
            for (int cut = 0; cut <= whole; cut++) {
                boolean measuring = whole == Integer.MAX_VALUE;
                try (Recording recording = new Recording(messages, what, measuring ? whole : cut)) {
                    Client client = new Client(messages, recording.port(), threads);
                    List<Object> heard = client.converse();
                    for (int i = 0; i < heard.size(); i++) {
                        if (heard.get(i) instanceof JsonNode message && !message.has("error")) {
                            assertThat(message).isEqualTo(Puppet.JSON.readTree(messages.get(i)));
                        }
                    }
                    Object last = heard.get(heard.size() - 1);
                    if (last instanceof CloseReason reason) {
                        assertThat(reason.kind()).as("cut at %d", cut).isNotEqualTo(CloseReason.Kind.LOCAL);
                        assertThat(reason.description()).isNotBlank();
                    } else if (last instanceof JsonNode message && message.has("error")) {
                        assertThat(message.at("/error/message").asText()).isNotBlank();
                    } else {
                        assertThat(heard).as("cut at %d", cut).hasSize(messages.size());
                    }
                    if (measuring) {
                        assertThat(heard).hasSize(messages.size());
                        whole = recording.sent();
                        cut = -1;
                    }
                    client.transport.close();
                }
            }
        }
        assertThat(whole).isBetween(500, 5000);
    }
}
