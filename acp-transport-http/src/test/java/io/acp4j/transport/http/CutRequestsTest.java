package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each request of a conversation is cut behind each of its bytes: a message is delivered as a whole, or not at all. */
class CutRequestsTest {

    private final BlockingQueue<Puppet> agents = new LinkedBlockingQueue<>();

    private static byte[] request(Served server, String method, String body, String... lines) {
        String head = method + " " + server.uri().getPath() + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + String.join(
                        "", Arrays.stream(lines).map(line -> line + "\r\n").toList());
        String framing = body.isEmpty()
                ? ""
                : "Content-Type: application/json\r\nContent-Length: " + body.getBytes(UTF_8).length + "\r\n";
        return (head + framing + "\r\n" + body).getBytes(UTF_8);
    }

    /** Sends the first bytes and closes; returns once the server has read them or is told of the end. */
    private static void sendCut(Served server, byte[] request, int length) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(request, 0, length);
        }
    }

    private static String sendWhole(Served server, byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request);
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    @ParameterizedTest
    @EnumSource(Served.Host.class)
    void requestsThatAreCutAnywhereDeliverNothingAndHarmNothing(Served.Host host) throws Exception {
        HttpLimits limits = HttpLimits.builder()
                .keepAlive(Duration.ofMillis(200), Duration.ofMinutes(1))
                .build();
        try (Served server = host.serve(Puppet.agents(agents), Served.Setup.DEFAULT.with(limits))) {
            RawClient client = new RawClient(
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), server.uri());
            String id = client.initialize();
            Puppet agent = Puppet.take(agents);
            RawClient.Events connection = client.open(id, null);
            String idLine = "Acp-Connection-Id: " + id;
            byte[] initialize = request(server, "POST", RawClient.INITIALIZE);
            byte[] prompt =
                    request(server, "POST", ServerTest.request(1, "session/prompt", "s"), idLine, "Acp-Session-Id: s");
            byte[] events = request(server, "GET", "", idLine, "Acp-Session-Id: s", "Accept: text/event-stream");
            byte[] delete = request(server, "DELETE", "", idLine);
            for (byte[] each : new byte[][] {initialize, prompt, events, delete}) {
                for (int cut = 0; cut < each.length; cut++) {
                    sendCut(server, each, cut);
                }
            }
            assertThat(sendWhole(server, prompt)).startsWith("HTTP/1.1 202");
            assertThat(agent.next().get("id").asInt()).isEqualTo(1);
            assertThat(agent.poll()).isNull();
            assertThat(agents).isEmpty();
            assertThat(server.connections()).isEqualTo(1);
            agent.respond(Puppet.JSON.readTree("{\"id\":1}"), "{}");
            BlockingQueue<RawClient.Events> opened = new LinkedBlockingQueue<>();
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                RawClient.Events stream = client.open(id, "s");
                return stream.status == 200 && opened.add(stream);
            });
            assertThat(Puppet.take(opened).next().get("id").asInt()).isEqualTo(1);
            assertThat(sendWhole(server, delete)).startsWith("HTTP/1.1 202");
            assertThat(connection.awaitEnd()).isEqualTo("end");
            await().atMost(Duration.ofMinutes(1)).until(() -> server.connections() == 0);
        }
    }
}
