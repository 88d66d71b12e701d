package io.acp4j.transport.stdio;

import io.acp4j.process.InheritedEnvironment;
import io.acp4j.process.PlatformEncoding;
import io.acp4j.process.ProcessTree;
import io.acp4j.process.ProgramSearch;
import io.acp4j.transport.stdio.internal.ErrorDrain;
import io.acp4j.transport.stdio.internal.process.ProcessWire;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Describes how to launch an agent as a child process. Not safe for use by several threads at once.
 *
 * <p>The process gets a small part of this one's environment: {@code PATH}, {@code HOME}, {@code USER}, {@code LOGNAME},
 * {@code SHELL}, {@code LANG}, {@code LANGUAGE}, {@code LC_*}, {@code TERM}, {@code TZ}, {@code TMPDIR}, {@code TEMP},
 * {@code TMP}, and on Windows the variables that name the system's and the user's directories. Secrets that lie in other
 * variables stay here unless they are named. The process and its descendants also find the variable
 * {@code ACP4J_LAUNCH_ID}, by which they are recognised when they are left over.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/transports#stdio">the specification</a>
 * @since 0.1.0
 */
public final class StdioTransportBuilder {

    /** How much of the error output is kept unless stated otherwise: 8 KiB. */
    public static final int DEFAULT_STDERR_TAIL_BYTES = 8 * 1024;

    /** How the JDK says ENOENT: "error=2, …", or "error: 2 (…)" from Java 25 on. */
    private static final Pattern NOT_FOUND = Pattern.compile("\\berror(?:=|: )2\\b");

    /** The text of the system in a message of the JDK, without the number of the error. */
    private static final Pattern SYSTEM_TEXT = Pattern.compile(".*?\\berror(?:=\\d+, (.+)|: \\d+ \\((.+)\\).*)");

    private static final Logger STDERR = LoggerFactory.getLogger("io.acp4j.transport.stdio.stderr");

    private final List<String> command;
    private final InheritedEnvironment environment = InheritedEnvironment.ofThisSystem();
    private @Nullable Path workingDirectory;
    private Consumer<String> onStderrLine = line -> STDERR.debug("{}", line);
    private int stderrTailBytes = DEFAULT_STDERR_TAIL_BYTES;
    private StdioLimits limits = StdioLimits.defaults();

    StdioTransportBuilder(List<String> command) {
        this.command = List.copyOf(command);
        if (this.command.isEmpty()) {
            throw new IllegalArgumentException("the command is empty: name at least the program");
        }
    }

    /**
     * Sets the directory that the process starts in; unless set, it is this process's.
     *
     * @param directory an existing directory
     * @return this builder
     */
    public StdioTransportBuilder workingDirectory(Path directory) {
        this.workingDirectory = Objects.requireNonNull(directory, "directory");
        return this;
    }

    /**
     * Adds a variable to the process's environment.
     *
     * @param name its name
     * @param value its value
     * @return this builder
     */
    public StdioTransportBuilder environment(String name, String value) {
        environment.add(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Passes on further variables of this process's environment.
     *
     * @param names their names; one that is not set here is not set there
     * @return this builder
     */
    public StdioTransportBuilder inheritEnvironment(String... names) {
        for (String name : names) {
            environment.inherit(name);
        }
        return this;
    }

    /**
     * Passes on the whole environment of this process, with all the secrets that may be in it.
     *
     * @return this builder
     */
    public StdioTransportBuilder inheritAllEnvironment() {
        environment.inheritAll();
        return this;
    }

    /**
     * Sets who receives the lines of the process's error output; unless set, they are logged at level DEBUG. The error
     * output is always read, also when the receiver fails.
     *
     * @param listener called on a thread of its own with lines of up to 8 KiB, without their ends; longer lines come in
     *     pieces
     * @return this builder
     */
    public StdioTransportBuilder onStderrLine(Consumer<String> listener) {
        this.onStderrLine = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * Sets how much of the error output is kept for {@link ProcessExit#stderrTail()}.
     *
     * @param bytes the number of bytes; at least 1
     * @return this builder
     */
    public StdioTransportBuilder stderrTailBytes(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("stderrTailBytes " + bytes + " is less than 1");
        }
        this.stderrTailBytes = bytes;
        return this;
    }

    /**
     * Sets what is held in memory, and how long to wait for the process when it is to end.
     *
     * @param values the limits
     * @return this builder
     */
    public StdioTransportBuilder limits(StdioLimits values) {
        this.limits = Objects.requireNonNull(values, "values");
        return this;
    }

    /**
     * Launches the process, without a shell. It runs from now on, so the transport has to be closed in any case.
     *
     * <p>The program is looked for as {@link io.acp4j.process.ProgramSearch} describes it: on Windows {@code npx} is {@code npx.cmd}, which
     * {@code cmd.exe} runs; words that it would interpret even in quotes are refused. So are words and variables that the process would
     * receive as different text, because the encoding of this JVM's locale lacks a character ({@link io.acp4j.process.PlatformEncoding}).
     *
     * <p>When the transport is closed, the process's input is closed. If it does not exit within the close timeout, it and
     * its descendants are asked to terminate, and killed after another such time. Descendants that outlive the process end
     * likewise. All of them end when this JVM does. {@link ProcessTree} says how they are found, and which cannot be.
     *
     * @return the transport, not yet started
     * @throws LaunchException when the process cannot be launched
     */
    public StdioTransport launch() {
        String program = command.get(0);
        ProcessTree tree = start(program);
        Process process = tree.process();
        String file = new File(program).getName();
        String name = "acp-stdio-" + (file.isEmpty() ? program : file);
        ErrorDrain errors = new ErrorDrain(process.getErrorStream(), stderrTailBytes, onStderrLine);
        Thread drain = new Thread(errors, name + "-stderr-" + process.pid());
        drain.setDaemon(true);
        drain.start();
        long closeNanos = limits.closeTimeout().toNanos();
        return new StdioTransport(new ProcessWire(name, process, tree, errors, closeNanos), limits);
    }

    /**
     * Returns what to do about a program that cannot be launched, where that can be known.
     *
     * @param missing whether the system says that there is no such file
     */
    private static String hint(String program, boolean missing) {
        File named = new File(program);
        if (named.isDirectory()) {
            return "; that is a directory";
        }
        if (ProgramSearch.ofThisSystem(null).find(program) != null) {
            return missing ? "; the file is there, so it is the program in its first line (#!) that is missing" : "";
        }
        if (named.exists()) {
            return "; the file is not executable: make it so, or launch the program that runs it";
        }
        if (program.indexOf(' ') >= 0) {
            return "; if that is a program with its arguments, give them as words of their own, not as one in quotes";
        }
        boolean plain = program.indexOf('/') < 0 && program.indexOf('\\') < 0;
        return plain ? "; is it installed, and its directory on the PATH of this program?" : "";
    }

    /** Returns the text of the system in a message of the JDK, without the number of the error. */
    private static String systemText(String problem) {
        Matcher text = SYSTEM_TEXT.matcher(problem);
        if (!text.matches()) {
            return problem;
        }
        return text.group(1) == null ? text.group(2) : text.group(1);
    }

    private ProcessTree start(String program) {
        ProcessBuilder builder = new ProcessBuilder(command);
        Path directory = workingDirectory;
        if (directory != null) {
            if (!Files.isDirectory(directory)) {
                throw new LaunchException(program, "the working directory " + directory + " is no directory", null);
            }
            builder.directory(directory.toFile());
        }
        environment.applyTo(builder.environment());
        try {
            if (directory != null) {
                PlatformEncoding.ofThisSystem().requireText(directory, "the working directory");
            }
            return ProcessTree.start(builder);
        } catch (IOException e) {
            // The outer exception repeats the program; the inner one is the system's own.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String problem = String.valueOf(cause.getMessage());
            throw new LaunchException(
                    program,
                    systemText(problem)
                            + hint(program, NOT_FOUND.matcher(problem).find()),
                    e);
        } catch (IllegalArgumentException e) {
            throw new LaunchException(program, String.valueOf(e.getMessage()), e);
        } catch (IllegalStateException e) {
            throw new LaunchException(program, "this JVM is ending", e);
        }
    }
}
