package io.acp4j.inspector.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a tap, which an editor starts in the place of its agent. */
public final class TapMain {

    private static final String USAGE = """
            Usage: inspector tap [--directory DIR] -- AGENT-COMMAND [ARG...]
            Runs an agent as if it was started itself, and keeps a copy of what it says and is told.
            Put this into your editor's settings in the place of the agent, and look at it with: inspector taps
              --directory DIR   Where the copy is kept. Default: acp-inspector in the user's state directory.
            Exit codes: those of the agent; 127 when it cannot be started, 2 when the arguments are wrong.""";

    private static final int WRONG_ARGUMENTS = 2;

    private TapMain() {}

    /**
     * Runs a tap, and ends the process as the agent has ended.
     *
     * @param arguments options, {@code --} and the command
     */
    public static void main(List<String> arguments) {
        FileOutputStream errors = new FileOutputStream(FileDescriptor.err);
        TapDirectory directory = TapDirectory.ofUser(System.getenv());
        List<String> rest = new ArrayList<>(arguments);
        if (rest.equals(List.of("--help")) || rest.equals(List.of("-h"))) {
            usage(new FileOutputStream(FileDescriptor.out), 0);
        }
        if (rest.size() > 1 && rest.get(0).equals("--directory")) {
            directory = new TapDirectory(Path.of(rest.get(1)));
            rest = rest.subList(2, rest.size());
        }
        if (!rest.isEmpty() && rest.get(0).equals("--")) {
            rest = rest.subList(1, rest.size());
        }
        if (rest.isEmpty() || rest.get(0).startsWith("--")) {
            usage(errors, WRONG_ARGUMENTS);
        }
        TapDirectory kept = directory;
        TapCopy copy = TapCopy.to(new SpoolWriter(kept::open, String.join(" ", rest), SpoolWriter.MAX_BYTES));
        Tap tap = new Tap(
                rest, new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out), errors, copy);
        try {
            // Not exit: that would wait for a hook, which waits for this.
            Runtime.getRuntime().halt(tap.run(TapMain::endWithThis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A signal that ends this process ends the agent; how that exits is how this exits. */
    private static void endWithThis(Process process) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            process.toHandle().destroy(); // Of the process itself it would close the streams, too.
                            try {
                                Thread.currentThread().join(); // Until the agent has ended, and this is halted.
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "tap-end"));
    }

    private static void usage(FileOutputStream to, int code) {
        PrintStream out = new PrintStream(to, true, UTF_8);
        out.println(USAGE);
        Runtime.getRuntime().halt(code);
    }
}
