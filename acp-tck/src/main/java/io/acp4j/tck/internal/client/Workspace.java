package io.acp4j.tck.internal.client;

import io.acp4j.tck.internal.probe.Directories;
import io.acp4j.tck.internal.probe.NotTestable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory for one session, with files that the client reads and writes; gone when it is closed. */
final class Workspace implements AutoCloseable {

    private final Path directory;

    Workspace() {
        try {
            directory = Files.createTempDirectory("acp-tck-").toRealPath();
        } catch (IOException e) {
            throw new NotTestable("No directory can be made for a session: " + e.getMessage());
        }
    }

    String path() {
        return directory.toString();
    }

    String path(String file) {
        return directory.resolve(file).toString();
    }

    String write(String file, String content) {
        try {
            return Files.writeString(directory.resolve(file), content).toString();
        } catch (IOException e) {
            throw new NotTestable("A file cannot be written: " + e.getMessage());
        }
    }

    /** Reads a file; says so when there is none. */
    String read(String file) {
        try {
            Path path = directory.resolve(file);
            return Files.exists(path) ? Files.readString(path) : "(no file)";
        } catch (IOException e) {
            return "(unreadable: " + e.getMessage() + ")";
        }
    }

    @Override
    public void close() {
        Directories.remove(directory);
    }
}
