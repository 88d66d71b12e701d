package io.acp4j.tck.internal.mcp;

import static io.acp4j.tck.internal.wire.Json.obj;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpServerTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path elsewhere;

    @Test
    void serverThatIsStartedAsToldReportsItsArgumentsAndItsVariableAndServes() throws Exception {
        try (McpReports reports = new McpReports()) {
            Process server = start(reports.configuration(), true);
            try (OutputStream in = server.getOutputStream();
                    BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
                JsonNode report = reports.await(LIMIT);
                assertThat(report).isNotNull();
                assertThat(texts(report.path("args"))).isEqualTo(reports.args());
                assertThat(report.path("value").asText()).isEqualTo(reports.value());

                JsonNode initialized = call(in, out, "initialize", obj("protocolVersion", "2024-11-05"));
                assertThat(initialized.at("/result/protocolVersion").asText()).isEqualTo("2024-11-05");
                assertThat(call(in, out, "tools/list", obj()).at("/result/tools"))
                        .hasSize(1);
                assertThat(call(in, out, "tools/call", obj("name", "acp_tck_echo"))
                                .at("/result/content/0/text")
                                .asText())
                        .isNotEmpty();
                assertThat(call(in, out, "no/such/method", obj())
                                .at("/error/code")
                                .asInt())
                        .isEqualTo(-32601);
            }
            assertThat(server.waitFor(60, TimeUnit.SECONDS))
                    .as("the end after its input")
                    .isTrue();
        }
    }

    @Test
    void serverThatIsStartedWithoutItsVariableReportsThat() throws Exception {
        try (McpReports reports = new McpReports()) {
            Process server = start(reports.configuration(), false);
            server.getOutputStream().close();

            JsonNode report = reports.await(LIMIT);

            assertThat(report).isNotNull();
            assertThat(report.path("value").isNull()).isTrue();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void strangersAreNoReport() throws Exception {
        try (McpReports reports = new McpReports();
                McpReports others = new McpReports()) {
            List<String> args = new ArrayList<>(others.args());
            args.set(0, reports.args().get(0));
            McpServer.run(
                    args, java.util.Map.of(), java.io.InputStream.nullInputStream(), OutputStream.nullOutputStream());

            assertThat(reports.await(Duration.ofMillis(300))).isNull();
        }
    }

    /** Starts it in another directory than this, as agents may. */
    private Process start(JsonNode configuration, boolean withVariable) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(configuration.path("command").asText()));
        command.addAll(texts(configuration.path("args")));
        ProcessBuilder builder = new ProcessBuilder(command).directory(elsewhere.toFile());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        if (withVariable) {
            JsonNode variable = configuration.at("/env/0");
            builder.environment()
                    .put(variable.path("name").asText(), variable.path("value").asText());
        }
        return builder.start();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static JsonNode call(OutputStream in, BufferedReader out, String method, JsonNode params)
            throws IOException {
        in.write(Json.bytes(obj("jsonrpc", "2.0", "id", 1, "method", method, "params", params)));
        in.write('\n');
        in.flush();
        return Json.read(out.readLine().getBytes(StandardCharsets.UTF_8));
    }
}
