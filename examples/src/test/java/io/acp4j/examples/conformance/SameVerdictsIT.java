package io.acp4j.examples.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.examples.Children;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.tck.internal.cli.Main;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.ws.WsServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Certifies one agent over stdio, WebSocket and Streamable HTTP, in both versions of the protocol, and compares the reports requirement by
 * requirement. What belongs to a transport is left out, as the requirement itself says by what it needs.
 */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SameVerdictsIT {

    private static final int MINUTES = 12;

    /** Needs that only some transports meet. */
    private static final Set<String> OF_A_TRANSPORT = Set.of("stream", "websocket", "http", "not:http", "token");

    /**
     * What is asked of an agent before {@code initialize}, as which a server may demand the first message of a connection, and of one that
     * is initialized again, which a server over HTTP refuses by a status.
     */
    private static final Set<String> NOT_EVERYWHERE =
            Set.of("V2-INIT-010", "V2-INIT-011", "V2-INIT-012", "V2-INIT-013", "V2-INIT-015", "V2-INIT-024");

    private static final String PASS = "PASS";
    private static final String SKIPPED = "SKIPPED";

    private Path directory = Path.of("");

    /** Runs the kit three times, side by side; all agents keep their sessions in a file, as each child process has a store of its own. */
    @BeforeAll
    void certify(@TempDir Path reports) throws Exception {
        directory = reports;
        try (SessionRepository ofSockets = stored("ws");
                SessionRepository ofHttp = stored("http");
                WsServer sockets = ConformanceAgent.serve(ofSockets);
                HttpServer http = ConformanceAgent.serveHttp(ofHttp)) {
            List<String> program = new ArrayList<>(List.of("--"));
            program.addAll(Archived.agent(directory.resolve("stdio.db").toString()));
            Map<String, Process> runs = new TreeMap<>();
            try {
                runs.put("stdio", start("stdio", program));
                runs.put("ws", start("ws", List.of("--ws", sockets.uri().toString())));
                runs.put("http", start("http", List.of("--http", http.uri().toString())));
                for (Map.Entry<String, Process> run : runs.entrySet()) {
                    assertThat(run.getValue().waitFor(MINUTES, TimeUnit.MINUTES))
                            .as("the run over %s ends", run.getKey())
                            .isTrue();
                    assertThat(run.getValue().exitValue())
                            .as("%s: %s", run.getKey(), Files.readString(directory.resolve(run.getKey() + ".txt")))
                            .isZero();
                }
            } finally {
                runs.values().forEach(Process::destroyForcibly);
            }
        }
    }

    private SessionRepository stored(String transport) {
        return SessionRepository.over(SessionStores.open(directory.resolve(transport + ".db")));
    }

    private Process start(String transport, List<String> subject) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "agent",
                "--protocol=both",
                "--profile=rfd,acp4j",
                "--strict",
                "--jobs=2",
                "--timeout=60",
                "--startup-timeout=60",
                "--progress=none",
                "--report-dir=" + directory.resolve(transport)));
        arguments.addAll(subject);
        return new ProcessBuilder(Children.java(Main.class, arguments.toArray(String[]::new)))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(transport + ".txt").toFile())
                .start();
    }

    /** Reads what became of each requirement that does not belong to a transport. */
    private Map<String, String> outcomes(String transport, int version) throws IOException {
        Path file = directory.resolve(transport).resolve("version-" + version).resolve("report.json");
        Map<String, String> outcomes = new TreeMap<>();
        for (JsonNode requirement :
                new ObjectMapper().readTree(Files.readAllBytes(file)).path("requirements")) {
            Stream<String> needs = StreamSupport.stream(
                            requirement.path("needs").spliterator(), false)
                    .map(JsonNode::asText);
            if (needs.noneMatch(OF_A_TRANSPORT::contains)) {
                outcomes.put(
                        requirement.path("id").asText(),
                        requirement.path("outcome").asText());
            }
        }
        return outcomes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anAgentMeetsTheSameRequirementsOverEachTransport(int version) throws IOException {
        Map<String, String> overStdio = outcomes("stdio", version);

        assertThat(overStdio.values().stream().filter(PASS::equals)).hasSizeGreaterThan(100);
        for (String transport : List.of("ws", "http")) {
            Map<String, String> outcomes = outcomes(transport, version);
            Set<String> different = new TreeSet<>();
            overStdio.forEach((id, outcome) -> {
                boolean cannotBeAsked = NOT_EVERYWHERE.contains(id) && SKIPPED.equals(outcomes.get(id));
                if (!outcome.equals(outcomes.get(id)) && !cannotBeAsked) {
                    different.add(id + ": " + outcome + " over stdio, " + outcomes.get(id) + " over " + transport);
                }
            });
            assertThat(different).isEmpty();
            assertThat(outcomes.keySet()).isEqualTo(overStdio.keySet());
        }
    }
}
