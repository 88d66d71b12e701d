package io.acp4j.rpc.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What Java does not tell about processes and Linux does. Elsewhere nothing is found. */
final class LinuxProcesses {

    private static final Logger LOG = LoggerFactory.getLogger(LinuxProcesses.class);
    private static final Path PROC = Path.of("/proc");
    private static final boolean AVAILABLE = Files.isReadable(PROC.resolve("self/environ"));

    private LinuxProcesses() {}

    /** Finds the processes whose environment holds the setting, wherever they stand in the tree by now. */
    static List<ProcessHandle> withEnvironment(String setting) {
        if (!AVAILABLE) {
            return List.of();
        }
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(handle -> hasSetting(handle.pid(), setting)).toList();
        }
    }

    private static boolean hasSetting(long pid, String setting) {
        return read(pid, "environ")
                .map(text -> ("\0" + text).contains("\0" + setting + "\0"))
                .orElse(false);
    }

    /** Tells whether the process has ended and only its parent's notice is outstanding. */
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
