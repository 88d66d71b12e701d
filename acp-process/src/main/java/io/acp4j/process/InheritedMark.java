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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mark that processes on Linux inherit whatever becomes of their environment, session and parents: the soft limit of the
 * number of file locks, which the kernel keeps, shows and passes on, but has not counted since version 2.4. It is set by
 * {@code prlimit} of util-linux, which then becomes the program; where that is missing, there is no such mark.
 */
final class InheritedMark {

    private static final Logger LOG = LoggerFactory.getLogger(InheritedMark.class);
    private static final List<Path> PLACES = List.of(Path.of("/usr/bin/prlimit"), Path.of("/bin/prlimit"));
    private static final SecureRandom RANDOM = new SecureRandom();

    /** How long the trial may take: 5 s. */
    private static final long TRIAL_SECONDS = 5;

    private final Path tool;
    private final String value;

    private InheritedMark(Path tool) {
        this.tool = tool;
        // Never small, so that no limit that somebody else has set is the same.
        this.value = Long.toString((RANDOM.nextLong() >>> 2) | (1L << 61));
    }

    /** What was found out once for this JVM. */
    private static final class Tool {
        private static final @Nullable Path USABLE = PLACES.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .filter(InheritedMark::works)
                .orElse(null);
    }

    /** Returns a new mark; null where there are none. */
    static @Nullable InheritedMark next() {
        Path usable = Tool.USABLE;
        return usable == null ? null : new InheritedMark(usable);
    }

    private static boolean works(Path tool) {
        InheritedMark trial = new InheritedMark(tool);
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
                return trial.isIn(reader.lines());
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
        byte[] head = new byte[256];
        int length;
        try (var in = Files.newInputStream(file)) {
            length = in.readNBytes(head, 0, head.length);
        } catch (IOException e) {
            // It may be executed but not read.
            LOG.trace("cannot read the program", e);
            return true;
        }
        String text = new String(head, 0, length, ISO_8859_1);
        if (!text.startsWith("#!")) {
            return true;
        }
        Optional<String> interpreter =
                text.lines().findFirst().map(line -> line.substring(2).strip().split("[ \t]", 2)[0]);
        return interpreter.map(Path::of).filter(Files::isExecutable).isPresent();
    }

    /** Returns whether a process has the mark. */
    boolean isOn(String limits) {
        return isIn(limits.lines());
    }

    private boolean isIn(Stream<String> limits) {
        return limits.anyMatch(line -> line.startsWith("Max file locks ")
                && line.substring("Max file locks ".length()).strip().startsWith(value + " "));
    }
}
