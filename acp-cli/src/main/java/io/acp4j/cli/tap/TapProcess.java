package io.acp4j.cli.tap;

import io.acp4j.inspector.tap.SpoolWriter;
import io.acp4j.inspector.tap.Tap;
import io.acp4j.inspector.tap.TapCopy;
import io.acp4j.inspector.tap.TapDirectory;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tap on the standard streams of this process. An editor starts it instead of its agent and waits for it, so its arguments are
 * parsed without a library, and it prints nothing.
 *
 * @param directory the directory of the copies; null for the one in the user's state directory
 * @param command the program of the agent and its arguments
 */
public record TapProcess(@Nullable Path directory, List<String> command) {

    /** Copies the list. */
    public TapProcess {
        command = List.copyOf(command);
    }

    /**
     * Reads the arguments {@code [--directory DIR] [--] COMMAND [ARG...]}.
     *
     * @param arguments the arguments
     * @return the tap; null if the arguments ask for help or are wrong
     */
    public static @Nullable TapProcess parse(List<String> arguments) {
        List<String> rest = arguments;
        Path directory = null;
        if (rest.size() > 1 && rest.get(0).equals("--directory")) {
            directory = Path.of(rest.get(1));
            rest = rest.subList(2, rest.size());
        }
        if (!rest.isEmpty() && rest.get(0).equals("--")) {
            rest = rest.subList(1, rest.size());
            return rest.isEmpty() ? null : new TapProcess(directory, rest);
        }
        return rest.isEmpty() || rest.get(0).startsWith("-") ? null : new TapProcess(directory, rest);
    }

    /**
     * Runs the agent, and ends this process with the exit code of the agent.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws InterruptedException {
        TapCopy copy = TapCopy.to(new SpoolWriter(this::open, String.join(" ", command), SpoolWriter.MAX_BYTES));
        Tap tap = new Tap(
                command,
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                copy);
        // Not exit: that would wait for a hook, which waits for this.
        Runtime.getRuntime().halt(tap.run(TapProcess::endWithThis));
    }

    private FileChannel open() throws IOException {
        try {
            return (directory == null ? TapDirectory.ofUser(System.getenv()) : new TapDirectory(directory)).open();
        } catch (InvalidPathException e) {
            // The locale may lack a character of the home directory; the agent then runs without a copy.
            throw new IOException(e.getMessage(), e);
        }
    }

    /** A signal that ends this process ends the agent; this process then exits with the exit code of the agent. */
    private static void endWithThis(Process process) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            process.toHandle().destroy(); // Process.destroy would also close the streams.
                            try {
                                Thread.currentThread().join(); // Until the agent has ended and this process is halted.
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "tap-end"));
    }
}
