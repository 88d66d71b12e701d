package io.acp4j.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What Java does not tell about processes and Linux does. Elsewhere nothing is found. */
final class LinuxProcesses {

    private static final Logger LOG = LoggerFactory.getLogger(LinuxProcesses.class);
    private static final Path PROC = Path.of("/proc");
    private static final boolean AVAILABLE = Files.isReadable(PROC.resolve("self/environ"));

    private LinuxProcesses() {}

    /**
     * Finds the processes that are marked, wherever they stand in the tree by now. A number that is given to another process
     * meanwhile does no harm: a handle stands for the process that began when it was listed.
     *
     * @param variable a variable of their environment whose words, parted by slashes, include one
     * @param id the word
     * @param mark the other mark; null when there is none
     */
    static List<ProcessHandle> marked(String variable, String id, @Nullable InheritedMark mark) {
        if (!AVAILABLE) {
            return List.of();
        }
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(handle -> (mark != null
                                    && read(handle.pid(), "limits")
                                            .map(mark::isOn)
                                            .orElse(false))
                            || hasSetting(handle.pid(), variable, id))
                    .toList();
        }
    }

    private static boolean hasSetting(long pid, String variable, String id) {
        return read(pid, "environ")
                .map(text -> ("\0" + text + "/").replace("\0", "/\0"))
                .map(text -> {
                    int at = text.indexOf("\0" + variable + "=");
                    int end = at < 0 ? -1 : text.indexOf('\0', at + 1);
                    String words =
                            at < 0 ? "" : text.substring(at + variable.length() + 2, end < 0 ? text.length() : end);
                    return ("/" + words).contains("/" + id + "/");
                })
                .orElse(false);
    }

    /** Returns whether the process has ended and only its parent's notice is outstanding. */
    static boolean isZombie(long pid) {
        if (!AVAILABLE) {
            return false;
        }
        // The name of the program, in parentheses, comes before the state and may contain anything.
        return read(pid, "stat")
                .map(text -> text.startsWith(") Z", text.lastIndexOf(')')))
                .orElse(false);
    }

    private static Optional<String> read(long pid, String file) {
        try {
            return Optional.of(Files.readString(PROC.resolve(pid + "/" + file), ISO_8859_1));
        } catch (IOException e) {
            LOG.trace("Process {} is gone or somebody else's", pid, e);
            return Optional.empty();
        }
    }
}
