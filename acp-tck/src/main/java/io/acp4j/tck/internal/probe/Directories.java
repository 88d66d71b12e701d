package io.acp4j.tck.internal.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The directories that a scenario has made. */
final class Directories {

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
        for (Path directory : all) {
            try (Stream<Path> inside = Files.walk(directory)) {
                for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException e) {
                // What the subject still holds stays in the system's temporary directory.
                directory.toFile().deleteOnExit();
            }
        }
    }
}
