package io.acp4j.tck.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Subject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Connections over HTTP to servers that do not respond. */
class HttpWireTest {

    private static final int MINUTE = 60_000;

    private static final byte[] INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}".getBytes(StandardCharsets.UTF_8);

    @Test
    void aRequestWithoutAResponseEndsWithItsConnection() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(MINUTE);
            URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/acp");
            Wire wire = Connectors.to(Subject.http(uri), Duration.ofMinutes(1)).open(new IgnoringListener());
            wire.send(INITIALIZE);
            try (Socket request = server.accept()) {
                request.setSoTimeout(MINUTE);
                InputStream in = request.getInputStream();
                assertThat(in.read()).isEqualTo('P');

                wire.close();

                assertThat(isEnded(in)).isTrue();
            }
        }
    }

    private static final class IgnoringListener implements WireListener {

        @Override
        public void received(byte[] bytes, boolean complete) {}

        @Override
        public void ended(String reason) {}
    }

    private static boolean isEnded(InputStream in) throws IOException {
        try {
            in.transferTo(OutputStream.nullOutputStream());
            return true;
        } catch (SocketException e) {
            // A reset ends the connection as well.
            return true;
        }
    }
}
