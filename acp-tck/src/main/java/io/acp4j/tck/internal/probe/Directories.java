package io.acp4j.tck.internal.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The directories that a scenario has made. */
public final class Directories {

    /** A subject may be writing there to the end. */
    private static final int ATTEMPTS = 3;

    private final List<Path> all = new CopyOnWriteArrayList<>();

    /** Makes a directory in which no other session works. */
    String make() {
        try {
            Path directory = Files.createTempDirectory("acp-tck-").toRealPath();
            all.add(directory);
            return directory.toString();
        } catch (IOException e) {
            throw new NotTestable("No directory can be made for a session: " + e.getMessage());
        }
    }

    /** Removes them with all that is in them. */
    void remove() {
        all.forEach(Directories::remove);
    }

    /** Removes a directory with all that is in it, as far as nobody puts more into it meanwhile. */
    public static void remove(Path directory) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try (Stream<Path> inside = Files.walk(directory)) {
                for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
                return;
            } catch (NoSuchFileException e) {
                return;
            } catch (IOException | UncheckedIOException e) {
                // What is in it has changed under the walk.
            }
        }
        // What the subject still holds stays in the system's temporary directory.
        directory.toFile().deleteOnExit();
    }
}
