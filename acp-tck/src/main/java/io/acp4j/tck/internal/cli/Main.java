package io.acp4j.tck.internal.cli;

import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine;

/** Where {@code java -jar acp-tck.jar} begins. */
public final class Main {

    /** System property with the name of the command in help and messages; a launcher sets it. */
    public static final String NAME = "io.acp4j.tck.name";

    /** The exit code of a failure of the kit itself. */
    private static final int FAILED = 70;

    /** Width of the help, in columns. Each description fits on one line. */
    private static final int HELP_WIDTH = 100;

    /** Width of the column with the names of options: that of the longest name. */
    private static final int OPTION_WIDTH = 26;

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
        ParentWatch.start(() -> System.exit(FAILED));
        try {
            OptionalInt code = mayCertify(args) ? BoundedJvm.run(args) : OptionalInt.empty();
            System.exit(code.isPresent() ? code.getAsInt() : run(args));
        } catch (Error e) {
            fail(e);
        }
    }

    /** Only a run may need much memory; a file of arguments is left to the one that reads it. */
    private static boolean mayCertify(String[] args) {
        return args.length > 0 && (List.of("agent", "client").contains(args[0]) || args[0].startsWith("@"));
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

    /**
     * Returns the command line of the kit, for a program that contains it.
     *
     * @return the command line, with a subcommand for each command
     */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new TckCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(new WrongUsage());
        line.setUsageHelpWidth(HELP_WIDTH).setUsageHelpLongOptionsMaxWidth(OPTION_WIDTH);
        String name = System.getProperty(NAME);
        if (name != null) {
            line.setCommandName(name);
        }
        // Each command has a code of its own for what it throws: without this, the one that says FAIL.
        line.getSubcommands().values().forEach(each -> each.getCommandSpec().exitCodeOnExecutionException(FAILED));
        return line;
    }
}
