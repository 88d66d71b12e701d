package io.acp4j.transport.stdio.internal;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Asks Linux how much lies unread in the pipe that is this process's standard output. */
public final class PipeProbe {

    private static final Path OWN_OUTPUT = Path.of("/proc/self/fd/1");

    /** Asks only how much is available, which a pipe says at both of its ends. Never closed: the descriptor is another's. */
    private final FileInputStream pipe;

    private PipeProbe(FileInputStream pipe) {
        this.pipe = pipe;
    }

    /** Returns the probe of the standard output; null where that is no pipe, or not on Linux. */
    public static @Nullable PipeProbe ofOwnOutput() {
        try {
            return Files.readSymbolicLink(OWN_OUTPUT).toString().startsWith("pipe:")
                    ? new PipeProbe(new FileInputStream(FileDescriptor.out))
                    : null;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /** Returns how many bytes the peer has not read; more than any pipe holds when that cannot be told. */
    public int unread() {
        try {
            return pipe.available();
        } catch (IOException e) {
            return Integer.MAX_VALUE;
        }
    }
}
