package io.acp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Rules that hold for every command of the program. */
class CommandTableTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return AcpCommand.commandLine("acp")
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    /** The words of all commands, with those below others. */
    static List<String> commands() {
        return below(AcpCommand.commandLine("acp"), "").toList();
    }

    private static Stream<String> below(CommandLine line, String prefix) {
        return line.getSubcommands().entrySet().stream()
                .flatMap(each -> Stream.concat(
                        Stream.of(prefix + each.getKey()), below(each.getValue(), prefix + each.getKey() + " ")));
    }

    private static String[] words(String command, String arguments) {
        return (command + " " + arguments).split(" ");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpIsPrintedToTheOutput(String command) {
        assertThat(run(words(command, "--help"))).isZero();
        assertThat(out.toString()).startsWith("Usage: acp " + command);
        assertThat(out.toString()).as("no variable is left").doesNotContain("${", "@|");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void unknownOptionIsReportedWithTheCommandOfTheHelp(String command) {
        assertThat(run(words(command, "--no-such-option bash zsh"))).isEqualTo(2);
        assertThat(err.toString()).contains("--no-such-option", "acp " + command + " --help");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void helpListsEveryCommandOnceAndFirstThoseForNewcomers() {
        assertThat(run("--help")).isZero();
        List<String> listed = out.toString()
                .lines()
                .filter(line -> line.matches("  [a-z][a-z-]*  .*"))
                .map(line -> line.strip().split(" ")[0])
                .toList();

        assertThat(listed).startsWith("demo", "inspect", "chat", "certify");
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(
                        AcpCommand.commandLine("acp").getSubcommands().keySet());
        assertThat(out.toString().lines()).as("fits into a terminal").hasSizeLessThan(33);
    }

    @Test
    void commandIsRequired() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).startsWith("Usage: acp");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void argumentsWithAnAtSignAreNotFiles() {
        assertThat(run("@" + CommandTableTest.class.getName())).isEqualTo(2);
        assertThat(err.toString()).contains("There is no command \"@" + CommandTableTest.class.getName());
    }
}
