package io.acp4j.cli.usage;

import io.acp4j.rpc.VisibleText;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports errors in the arguments of a command. */
public final class UsageErrors {

    private static final int MAX_PORT = 65_535;

    private UsageErrors() {}

    /**
     * Prints the error in one line, and below it the command that prints the help.
     *
     * @param wrong the error
     * @param args the arguments
     * @return the exit code
     */
    public static int print(ParameterException wrong, String... args) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        String command = unknownCommand(wrong);
        if (command == null) {
            err.println(line.getColorScheme().errorText(VisibleText.of(String.valueOf(wrong.getMessage()))));
            UnmatchedArgumentException.printSuggestions(wrong, err);
        } else {
            err.println(line.getColorScheme().errorText(command));
        }
        boolean hasCommands = !line.getSubcommands().isEmpty();
        err.println(line.getCommandSpec().qualifiedName() + " --help lists the "
                + (hasCommands ? "commands." : "options."));
        err.flush();
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Returns the message for an unknown command; null for another error. */
    private static @Nullable String unknownCommand(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        if (line.getSubcommands().isEmpty()
                || !(wrong instanceof UnmatchedArgumentException unmatched)
                || unmatched.isUnknownOption()) {
            return null;
        }
        String word = unmatched.getUnmatched().get(0);
        String similar = NameSuggestion.closest(word, line.getSubcommands().keySet());
        return "There is no command \"" + VisibleText.line(word) + "\""
                + (similar == null ? "." : "; did you mean " + similar + "?");
    }

    /**
     * Checks the value of the option {@code --port}.
     *
     * @param line the command, for error messages
     * @param port the port; 0 for a free one
     * @throws ParameterException if the port is out of range
     */
    public static void checkPort(CommandLine line, int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(
                    line, "--port is a number from 0, for a free one, to " + MAX_PORT + ", not " + port + ".");
        }
    }
}
