package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.transport.CloseReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that responds to a long message before it is sent, reads nothing more of it, and keeps the socket open. */
@Timeout(300)
class EarlyResponseTest {

    /** More than the sockets of both sides hold, of which the server's is small. */
    private static final int LONG = 16 * 1024 * 1024;

    /** Long enough for what is responded to, however busy the machine is. */
    private static final Duration POST_TIMEOUT = Duration.ofSeconds(20);

    private static final String NEW_SESSION = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{}}";

    private ImpatientServer server;
    private Puppet client;

    /** Responds to the head of a message that is long; takes and accepts any other. */
    private static final class ImpatientServer extends RudeServer {

        private final BlockingQueue<Socket> refused = new LinkedBlockingQueue<>();

        ImpatientServer() throws IOException {
            start();
        }

        @Override
        boolean refuses(Socket socket, int length) throws IOException {
            if (length < LONG) {
                return false;
            }
            send(socket, "HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\nno");
            refused.add(socket);
            return true;
        }

        @Override
        void respond(Socket socket) throws IOException {
            send(socket, ACCEPTED);
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = new ImpatientServer();
        client = new Puppet(
                HttpTransport.builder(server.uri()).postTimeout(POST_TIMEOUT).connect());
        client.transport.start(client);
        client.send(RawClient.INITIALIZE);
        assertThat(client.next().get("id").asInt()).isZero();
    }

    @AfterEach
    void stop() throws Exception {
        client.transport.close();
        server.close();
    }

    /** Sends a message with blanks behind it. */
    private void sendLong(String message) throws Exception {
        client.transport.send(new Puppet.Frame(Puppet.Frame.of(message).envelope(), message + " ".repeat(LONG)));
    }

    /** Reads what the client has sent until it is seen that it has closed the socket on which it was refused. */
    private void awaitClosed() throws Exception {
        try (Socket socket = Puppet.take(server.refused)) {
            socket.setSoTimeout(60_000);
            byte[] some = new byte[64 * 1024];
            InputStream in = socket.getInputStream();
            int read = 0;
            while (read >= 0) {
                read = in.read(some);
            }
        } catch (SocketTimeoutException stillOpen) {
            throw new AssertionError("the client has not closed the socket", stillOpen);
        } catch (IOException reset) {
            // Closed with something unread.
        }
    }

    @Test
    void requestFailsAloneAndItsSocketIsClosed() throws Exception {
        sendLong("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"_long\",\"params\":{}}");
        client.send(NEW_SESSION);
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(7);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("post_timeout");
        assertThat(error.at("/error/message").asText()).contains("taken nothing more of the message for 20 s");
        awaitClosed();
        assertThat(Puppet.take(server.taken)).isEqualTo(NEW_SESSION);
        server.event("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(1);
    }

    @Test
    void responsesAndEventsPassTheRequestThatIsNotTaken() throws Exception {
        sendLong("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"_long\",\"params\":{}}");
        await().atMost(Duration.ofMinutes(1)).until(() -> !server.refused.isEmpty());
        server.event("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"_asked\",\"params\":{}}");
        client.respond(client.next(), "{}");
        assertThat(Puppet.take(server.taken)).contains("\"result\":{}");
        client.transport.close();
        assertThat(client.transport
                        .closed()
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS)
                        .kind())
                .isEqualTo(CloseReason.Kind.LOCAL);
        // Read from only now: what is taken would be responded to.
        awaitClosed();
    }

    @Test
    void notificationThatIsNotTakenEndsTheConnection() throws Exception {
        sendLong("{\"jsonrpc\":\"2.0\",\"method\":\"_long\",\"params\":{}}");
        CloseReason reason = client.end.get(60, TimeUnit.SECONDS);
        assertThat(reason.kind()).isEqualTo(CloseReason.Kind.FAILURE);
        assertThat(reason.description()).contains("taken nothing more of the message for 20 s");
        awaitClosed();
    }
}
