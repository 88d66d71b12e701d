package io.acp4j.tck.internal.websocket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.acp4j.tck.internal.http.ByteMutator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Handshakes and frames that are malformed: the socket ends with a reason, and no unchecked exception leaves its readers. */
class FrameReaderFuzzTest {

    private static final int ROUNDS = 20_000;
    private static final int SOCKET_ROUNDS = 300;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static byte[] frames() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(Frame.text("{\"jsonrpc\": \"2.0\"}").unfinished().encoded(false));
        out.writeBytes(Frame.of(Frame.PING, new byte[] {1, 2}).encoded(false));
        out.writeBytes(Frame.of(Frame.CONTINUATION, new byte[300]).encoded(true));
        out.writeBytes(Frame.close(1000).encoded(false));
        return out.toByteArray();
    }

    @Test
    void noMalformedFrameLeavesTheReaderByAnUncheckedException() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            InputStream in = new ByteArrayInputStream(new ByteMutator(seed).mutate(frames()));
            try {
                while (true) {
                    assertThat(Frame.read(in).toString()).isNotBlank();
                }
            } catch (IOException e) {
                // The end, or the report of what is malformed.
            } catch (RuntimeException e) {
                fail("seed " + seed, e);
            }
        }
    }

    @Test
    void eachSocketEndsWithAReason() throws Exception {
        ByteArrayOutputStream good = new ByteArrayOutputStream();
        good.writeBytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n".getBytes(ISO_8859_1));
        good.writeBytes(frames());
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            URI uri = URI.create("ws://127.0.0.1:" + server.getLocalPort() + "/acp");
            for (long seed = 0; seed < SOCKET_ROUNDS; seed++) {
                byte[] response = new ByteMutator(seed).mutate(good.toByteArray());
                CompletableFuture<Void> served = CompletableFuture.runAsync(() -> serve(server, response));
                try (RawSocket socket = new RawSocket(uri, Map.of(), LIMIT)) {
                    assertThat(socket.awaitEnd(LIMIT)).as("seed %s", seed).isTrue();
                    assertThat(socket.end()).isNotBlank();
                } catch (IOException e) {
                    assertThat(e.getMessage()).isNotBlank();
                }
                served.get(1, TimeUnit.MINUTES);
            }
        }
    }

    private static void serve(ServerSocket server, byte[] response) {
        try (Socket socket = server.accept()) {
            socket.getOutputStream().write(response);
            socket.shutdownOutput();
            socket.getInputStream().transferTo(new ByteArrayOutputStream());
        } catch (IOException e) {
            // The client has closed the connection after malformed data.
        }
    }
}
