package io.acp4j.tck.internal.cli;

import io.acp4j.tck.internal.report.VisibleText;
import java.io.PrintWriter;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints in a line what is wrong with the arguments, and below it what to do. Names of files among them may come from anybody. */
final class WrongUsage implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(line.getColorScheme().errorText(VisibleText.lines(String.valueOf(wrong.getMessage()))));
        if (wrong instanceof UnmatchedArgumentException && hasBareCommand(line, args)) {
            err.println(
                    "Put -- before the command of the " + line.getCommandName() + ", so that its options are its own.");
        } else {
            UnmatchedArgumentException.printSuggestions(wrong, err);
        }
        err.println(line.getCommandSpec().qualifiedName() + " --help lists the options.");
        err.flush();
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Returns whether there is the command of a subject with nothing that marks where it begins. */
    private static boolean hasBareCommand(CommandLine line, String... args) {
        return !Arrays.asList(args).contains("--")
                && line.getCommandSpec().positionalParameters().stream()
                        .map(PositionalParamSpec::getValue)
                        .anyMatch(value -> value instanceof Iterable<?> words
                                && words.iterator().hasNext());
    }
}
