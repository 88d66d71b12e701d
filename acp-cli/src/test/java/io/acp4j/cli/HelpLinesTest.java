package io.acp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;

/** The help of each command has at most 100 columns, and each description fits on one line. */
class HelpLinesTest {

    private static final int COLUMNS = 100;

    /** Returns all commands, with those below others. */
    static Stream<CommandLine> commands() {
        return withThoseBelow(AcpCommand.commandLine("acp"));
    }

    private static Stream<CommandLine> withThoseBelow(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(HelpLinesTest::withThoseBelow));
    }

    private static String description(ArgSpec argument) {
        return String.join(" ", argument.description())
                .replace("${DEFAULT-VALUE}", Objects.toString(argument.defaultValue()));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpHasAtMostAHundredColumns(CommandLine command) {
        assertThat(command.getUsageMessage(Ansi.OFF).lines()).allMatch(line -> line.length() <= COLUMNS);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyDescriptionIsOnOneLine(CommandLine command) {
        List<String> help = command.getUsageMessage(Ansi.OFF).lines().toList();

        Stream<String> arguments = Stream.concat(
                        command.getCommandSpec().options().stream(),
                        command.getCommandSpec().positionalParameters().stream())
                .filter(argument -> !argument.hidden())
                .map(HelpLinesTest::description);
        Stream<String> exitCodes = command.getCommandSpec().usageMessage().exitCodeList().values().stream();
        Stream<String> commands = command.getSubcommands().values().stream()
                .map(each -> each.getCommandSpec().usageMessage().description()[0]);
        Stream<String> own =
                Arrays.stream(command.getCommandSpec().usageMessage().description());

        assertThat(Stream.of(arguments, exitCodes, commands, own).flatMap(each -> each))
                .isNotEmpty()
                .allSatisfy(
                        description -> assertThat(help).as(description).anyMatch(line -> line.endsWith(description)));
    }
}
