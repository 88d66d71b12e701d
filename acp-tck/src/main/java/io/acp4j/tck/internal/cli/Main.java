package io.acp4j.tck.internal.cli;

import picocli.CommandLine;

/** Where {@code java -jar acp-tck.jar} begins. */
public final class Main {

    /** The exit code of a failure of the kit itself. */
    private static final int FAILED = 70;

    private Main() {}

    /**
     * Runs a command and exits with its code: 0 PASS, 1 FAIL, 2 wrong usage, 3 INCOMPLETE, 4 PARTIAL, 70 a failure of the kit itself.
     *
     * @param args the command and its options
     */
    public static void main(String[] args) {
        // The kit logs nothing of its own; what it says stands in its reports.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        // A thread that has no memory left cannot say so to the one that waits for it.
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> fail(thrown));
        try {
            System.exit(run(args));
        } catch (Error e) {
            fail(e);
        }
    }

    private static void fail(Throwable thrown) {
        if (thrown instanceof VirtualMachineError) {
            Runtime.getRuntime().halt(FAILED);
        }
        commandLine().getErr().println("The kit itself failed: " + thrown);
        System.exit(FAILED);
    }

    static int run(String... args) {
        return commandLine().execute(args);
    }

    static CommandLine commandLine() {
        return new CommandLine(new TckCommand()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
