package io.acp4j.tck.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.tck.ClientSubject;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AgentPlacesTest {

    private static final Pattern PORT_AND_TOKEN = Pattern.compile(" (\\d+) ([0-9a-f]{32})\\s*$");

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Long enough for a client of a busy machine to say something once it is connected. */
    private static final Duration INTRODUCTION = Duration.ofSeconds(5);

    /** Keeps what it hears. */
    private static final class Heard implements WireListener {

        private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

        @Override
        public void received(byte[] bytes, boolean complete) {
            messages.add(new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public void ended(String reason) {
            messages.add("ended: " + reason);
        }
    }

    @Test
    void strangerThatSaysNothingDoesNotKeepTheClientOut() throws Exception {
        Heard heard = new Heard();
        try (BridgeEnd end = new BridgeEnd(heard, INTRODUCTION)) {
            Matcher launcher = PORT_AND_TOKEN.matcher(Files.readString(Path.of(end.address())));
            assertThat(launcher.find()).isTrue();
            int port = Integer.parseInt(launcher.group(1));
            try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port);
                    Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                client.getOutputStream().write((launcher.group(2) + "\n{}\n").getBytes(StandardCharsets.US_ASCII));
                assertThat(heard.messages.poll(60, TimeUnit.SECONDS)).isEqualTo("{}");
                assertThat(silent.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    @Test
    void portOfWebSocketsIsFreeAfterTheRun() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        new ClientConnector(new ClientSubject(List.of(ClientSubject.AGENT), Map.of(), null, port, null), 1).close();
        // A process that another test starts at this moment may hold a copy of the socket until it has begun.
        await().atMost(TIMEOUT).ignoreExceptionsInstanceOf(BindException.class).until(() -> bind(port));
    }

    private static boolean bind(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        }
    }
}
