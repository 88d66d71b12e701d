package io.acp4j.tck.internal.cli;

import picocli.CommandLine;

/** Where {@code java -jar acp-tck.jar} begins. */
public final class Main {

    private Main() {}

    /**
     * Runs a command and exits with its code: 0 PASS, 1 FAIL, 2 wrong usage, 3 INCOMPLETE, 70 a failure of the kit itself.
     *
     * @param args the command and its options
     */
    public static void main(String[] args) {
        // The kit logs nothing of its own; what it says stands in its reports.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(run(args));
    }

    static int run(String... args) {
        return commandLine().execute(args);
    }

    static CommandLine commandLine() {
        return new CommandLine(new TckCommand()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
