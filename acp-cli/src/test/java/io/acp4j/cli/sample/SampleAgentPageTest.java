package io.acp4j.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.schema.update.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The page of the documentation about the sample agent. */
class SampleAgentPageTest {

    private static final Path PAGE = Path.of("../docs/guides/sample-agent.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `/(\\w+)` \\| (.*) \\|$");
    private static final Pattern OPTION = Pattern.compile("(?m)^\\| `--.*?\\|");

    @Test
    void listsTheAdvertisedCommandsWithTheirDescriptions(@TempDir Path directory) throws Exception {
        List<String> listed = ROW.matcher(Files.readString(PAGE))
                .results()
                .map(row -> row.group(1) + ": " + row.group(2))
                .toList();
        try (SampleClient client = new SampleClient(directory, 2, true)) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() ->
                            !client.session().transcript().snapshot().commands().isEmpty());
            assertThat(client.session().transcript().snapshot().commands())
                    .map(command -> command.name() + ": " + ((Command) command).description())
                    .containsExactlyElementsOf(listed);
        }
    }

    @Test
    void listsTheOptions() throws Exception {
        List<String> listed = OPTION.matcher(Files.readString(PAGE))
                .results()
                .map(MatchResult::group)
                .flatMap(row ->
                        Pattern.compile("--[a-z-]+").matcher(row).results().map(MatchResult::group))
                .toList();
        List<String> options = new CommandLine(new SampleAgentCommand())
                .getCommandSpec().options().stream()
                        .filter(option -> !option.usageHelp())
                        .map(CommandLine.Model.OptionSpec::longestName)
                        .toList();
        assertThat(listed).containsExactlyInAnyOrderElementsOf(options);
    }
}
