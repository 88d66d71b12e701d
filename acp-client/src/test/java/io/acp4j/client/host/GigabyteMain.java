package io.acp4j.client.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** Runs a command that writes a gigabyte, in a directory, and says what a terminal keeps of it. */
public final class GigabyteMain {

    private static final String SCRIPT = "head -c 1000000000 /dev/zero | tr '\\0' x; echo end";

    private GigabyteMain() {}

    /** Says it on its output. */
    public static void main(String[] args) {
        try (HostedSession hosted = new HostedSession(TerminalService.of(CommandGuard.ALLOW_ALL), Path.of(args[0]))) {
            String terminal = hosted.ask(
                            "terminal/create",
                            Map.of(
                                    "sessionId",
                                    "s",
                                    "command",
                                    "sh",
                                    "args",
                                    List.of("-c", SCRIPT),
                                    "outputByteLimit",
                                    100_000))
                    .at("/result/terminalId")
                    .asText();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(3))
                    .until(() ->
                            output(hosted, terminal).at("/exitStatus/exitCode").isNumber());
            JsonNode output = output(hosted, terminal);
            String text = output.get("output").asText();
            System.out.println(text.length() + " characters, "
                    + (output.get("truncated").asBoolean() ? "truncated" : "whole") + ", exit code "
                    + output.at("/exitStatus/exitCode") + ", ends with "
                    + text.substring(text.length() - 5).strip());
        }
    }

    private static JsonNode output(HostedSession hosted, String terminal) {
        return hosted.ask("terminal/output", Map.of("sessionId", "s", "terminalId", terminal))
                .get("result");
    }
}
