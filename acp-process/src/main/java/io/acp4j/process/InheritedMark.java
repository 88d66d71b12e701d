package io.acp4j.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mark that processes on Linux inherit whatever becomes of their environment, session and parents: the soft limit of the
 * number of file locks, which the kernel keeps, shows and passes on, but has not counted since version 2.4. It is set by
 * {@code prlimit} of util-linux, which then becomes the program; where that is missing, there is no such mark.
 *
 * <p>There is one such limit, so a program that was started with a mark and starts others with marks keeps the first half of its own in
 * theirs: the one that has started the first of them finds them all.
 */
final class InheritedMark {

    private static final Logger LOG = LoggerFactory.getLogger(InheritedMark.class);
    private static final List<Path> PLACES = List.of(Path.of("/usr/bin/prlimit"), Path.of("/bin/prlimit"));
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Marks are never small, so that no limit that somebody else has set is one. */
    private static final long FIRST = 1L << 62;

    /** How many bits say which of the processes it is that were started by a program with a mark. */
    private static final int INNER_BITS = 26;

    private static final long INNER = (1L << INNER_BITS) - 1;

    private static final String LIMIT = "Max file locks ";

    /** Which the next ones are; no two of a JVM are the same. */
    private static final AtomicLong NEXT = new AtomicLong(RANDOM.nextLong() >>> 2);

    /** How long the trial may take: 5 s. */
    private static final long TRIAL_SECONDS = 5;

    private final Path tool;
    private final long value;

    /** How many bits of the mark may be others. */
    private final int looseBits;

    /**
     * Makes a new mark.
     *
     * @param own that of this JVM; 0 when it has none
     */
    InheritedMark(Path tool, long own) {
        this.tool = tool;
        this.looseBits = own == 0 ? INNER_BITS : 0;
        long number = NEXT.incrementAndGet();
        if (own == 0) {
            this.value = FIRST | ((number << INNER_BITS) & (FIRST - 1));
        } else {
            long inner = number & INNER;
            this.value = (own & ~INNER) | (inner == (own & INNER) ? NEXT.incrementAndGet() & INNER : inner);
        }
    }

    /** What was found out once for this JVM. */
    private static final class Tool {
        private static final @Nullable Path USABLE = PLACES.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .filter(InheritedMark::works)
                .orElse(null);

        private static final long OWN = own();

        private static long own() {
            try {
                return mark(Files.readString(Path.of("/proc/self/limits"), ISO_8859_1));
            } catch (IOException e) {
                LOG.debug("the limits of this process cannot be read", e);
                return 0;
            }
        }
    }

    /** Returns a new mark; null where there are none. */
    static @Nullable InheritedMark next() {
        Path usable = Tool.USABLE;
        return usable == null ? null : new InheritedMark(usable, Tool.OWN);
    }

    private static boolean works(Path tool) {
        InheritedMark trial = new InheritedMark(tool, 0);
        try {
            Process process = new ProcessBuilder(trial.marked(List.of("cat", "/proc/self/limits")))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(new File("/dev/null"))
                    .start();
            try (BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), ISO_8859_1))) {
                if (!process.waitFor(TRIAL_SECONDS, TimeUnit.SECONDS)) {
                    return false;
                }
                return trial.isOn(reader.lines().collect(Collectors.joining("\n")));
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            LOG.debug("processes cannot be marked by a limit here", e);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<String> marked(List<String> command) {
        List<String> words = new ArrayList<>(List.of(tool.toString(), "--locks=" + value + ":", "--"));
        words.addAll(command);
        return words;
    }

    /**
     * Has a process marked. A command that cannot be started stays as it is, so that starting it fails as it does without.
     *
     * @return whether it will be
     */
    boolean applyTo(ProcessBuilder builder) {
        List<String> command = builder.command();
        File directory = builder.directory();
        String file = command.isEmpty()
                ? null
                : ProgramSearch.ofThisSystem(directory == null ? null : directory.toPath())
                        .find(command.get(0));
        if (file == null || !hasInterpreter(Path.of(file))) {
            return false;
        }
        List<String> words = new ArrayList<>(command);
        String path = System.getenv("PATH");
        if (path == null || !path.equals(builder.environment().get("PATH"))) {
            // Java looks for the program in its own PATH, the tool in that of the program.
            words.set(0, command.get(0).indexOf('/') >= 0 ? command.get(0) : file);
        }
        builder.command(marked(words));
        return true;
    }

    /** Returns false for a script whose interpreter does not exist. */
    private static boolean hasInterpreter(Path file) {
        String text = ScriptHead.of(file);
        if (!text.startsWith("#!")) {
            return true;
        }
        Optional<String> interpreter =
                text.lines().findFirst().map(line -> line.substring(2).strip().split("[ \t]", 2)[0]);
        return interpreter.map(Path::of).filter(Files::isExecutable).isPresent();
    }

    /** Returns whether a process has the mark, or one that was derived from it. */
    boolean isOn(String limits) {
        return mark(limits) >>> looseBits == value >>> looseBits;
    }

    /** Returns the number that limits have for a mark; 0 when that is none. */
    private static long mark(String limits) {
        return limits.lines()
                .filter(line -> line.startsWith(LIMIT))
                .map(line -> line.substring(LIMIT.length()).strip().split(" ", 2)[0])
                .mapToLong(InheritedMark::number)
                .filter(number -> number >= FIRST)
                .findFirst()
                .orElse(0);
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0; // "unlimited"
        }
    }
}
