package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.ws.WsTls;
import io.acp4j.transport.ws.testing.Certificates;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that are cut, or come and go. */
@Tag("full")
@Isolated("counts threads and open files")
class CutsTest {

    private static final int CHUNKS = 5;

    /** {@code -Dacp.test.jvmArgs=-Dacp.test.http.cycles=2000} for a long run, of about a minute for each version of HTTP. */
    private static final int CYCLES = Integer.getInteger("acp.test.http.cycles", 100);

    /** Fewer than what each cycle would leave behind. */
    private static final int SPARE = 20;

    private static AcpAgent agent() {
        return AcpAgent.builder()
                .info("echo-agent", "1.0.0")
                .onPrompt(turn -> {
                    for (int i = 0; i < CHUNKS; i++) {
                        turn.say("chunk " + i);
                    }
                })
                .build();
    }

    private static StopReason converse(URI uri, List<String> said) {
        return converse(HttpTransport.builder(uri).closeTimeout(Duration.ofMillis(200)), said);
    }

    private static StopReason converse(HttpTransportBuilder transport, List<String> said) {
        var builder = AcpClient.builder(transport.connect()).onUpdate((session, update) -> {
            if (update instanceof AgentMessageChunk chunk) {
                said.add(chunk.text());
            }
        });
        try (AcpClient client = builder.connect()) {
            return client.newSession(Path.of("/")).prompt("Go").stopReason();
        }
    }

    @Test
    void whereverTheNetworkIsCutEverythingHasArrivedOrAnErrorSaysThatItHasNot() throws Exception {
        try (HttpServer server = HttpServer.builder(agent()::serve)
                .limits(HttpLimits.builder()
                        .streamlessTimeout(Duration.ofSeconds(10))
                        .build())
                .start()) {
            long whole;
            try (Relay relay = new Relay(server.port())) {
                converse(URI.create("http://localhost:" + relay.port()), new CopyOnWriteArrayList<>());
                whole = relay.passed();
            }
            int failed = 0;
            int step = Math.max(1, (int) whole / 40);
            for (long cut = 0; cut <= whole + step; cut += step) {
                List<String> said = new CopyOnWriteArrayList<>();
                try (Relay relay = new Relay(server.port())) {
                    relay.cutAndRefuseAt(cut);
                    assertThat(converse(URI.create("http://localhost:" + relay.port()), said))
                            .isEqualTo(StopReason.END_TURN);
                    assertThat(said).as("cut after %d of %d bytes", cut, whole).hasSize(CHUNKS);
                } catch (AcpException e) {
                    failed++;
                    assertThat(e.getMessage()).isNotBlank();
                    for (int i = 0; i < said.size(); i++) {
                        assertThat(said.get(i)).isEqualTo("chunk " + i);
                    }
                }
            }
            assertThat(failed).isPositive();
            await().atMost(Duration.ofMinutes(1)).until(() -> server.connections() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void connectionsThatComeAndGoLeaveNothingBehind(boolean isHttp2) throws Exception {
        Certificates certificates = Certificates.localhost();
        HttpServerBuilder serving = HttpServer.builder(agent()::serve);
        if (isHttp2) {
            serving.tls(WsTls.pem(certificates.certificate(), certificates.key()));
        }
        try (HttpServer server = serving.start()) {
            HttpTransportBuilder transport = HttpTransport.builder(server.uri());
            if (isHttp2) {
                transport.tls(Certificates.context(certificates, null));
            }
            cycle(transport, CYCLES / 10);
            await().atMost(Duration.ofMinutes(1)).until(() -> server.connections() == 0);
            int threads = threads();
            int descriptors = descriptors();

            cycle(transport, CYCLES);

            await().atMost(Duration.ofMinutes(1)).until(() -> server.connections() == 0);
            // Threads and sockets that wait for more work may be a few more or fewer.
            await().atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
                assertThat(threads()).isLessThanOrEqualTo(threads + SPARE);
                assertThat(descriptors()).isLessThanOrEqualTo(descriptors + SPARE);
            });
        }
    }

    private static void cycle(HttpTransportBuilder transport, int times) {
        for (int i = 0; i < times; i++) {
            List<String> said = new CopyOnWriteArrayList<>();
            assertThat(converse(transport, said)).isEqualTo(StopReason.END_TURN);
            assertThat(said).hasSize(CHUNKS);
        }
    }

    private static int threads() {
        return Thread.getAllStackTraces().size();
    }

    /** Returns how many files and sockets are open; 0 where the system does not say. */
    private static int descriptors() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }
}
