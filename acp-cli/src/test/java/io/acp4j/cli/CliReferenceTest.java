package io.acp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The page {@code docs/reference/cli.md}, whose second part is the help of each command. */
class CliReferenceTest {

    private static final String MARKER = "<!-- generated from here on; build-support/write-docs writes it -->\n";

    private static final Path PAGE = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .getParent()
            .resolve("docs/reference/cli.md");

    private static void append(StringBuilder page, CommandLine line) {
        line.getSubcommands().forEach((name, command) -> {
            page.append("\n## ")
                    .append(command.getCommandSpec().qualifiedName())
                    .append("\n\n```text\n");
            page.append(command.getUsageMessage(Ansi.OFF).stripTrailing()).append("\n```\n");
            append(page, command);
        });
    }

    @Test
    void helpOfEachCommandIsInTheReference() throws IOException {
        StringBuilder generated = new StringBuilder(MARKER);
        CommandLine line = AcpCommand.commandLine("acp");
        generated
                .append("\n```text\n")
                .append(line.getUsageMessage(Ansi.OFF).stripTrailing())
                .append("\n```\n");
        append(generated, line);
        String page = Files.readString(PAGE);
        int start = page.indexOf(MARKER);
        assertThat(start).isPositive();
        String expected = page.substring(0, start) + generated;
        if (Boolean.getBoolean("acp.docs.write")) {
            Files.writeString(PAGE, expected);
        }

        assertThat(Files.readString(PAGE))
                .as("%s; build-support/write-docs writes it", PAGE)
                .isEqualTo(expected);
    }
}
