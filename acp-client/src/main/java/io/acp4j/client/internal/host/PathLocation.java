package io.acp4j.client.internal.host;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a path leads, through links and all.
 *
 * @param real the longest part of the path that exists, without links
 * @param missing the names behind it, which do not exist
 * @param obstacle why the first missing name cannot be looked up, unless it just is not there; null otherwise
 */
record PathLocation(Path real, List<Path> missing, @Nullable FileSystemException obstacle) {

    /** How often a path is looked up again that changes while it is looked up. */
    private static final int ATTEMPTS = 3;

    /** What is asked of the file system. */
    interface Lookup {

        /** Asks the real file system. */
        Lookup FILES = new Lookup() {};

        default Path real(Path path) throws IOException {
            return path.toRealPath();
        }

        default boolean exists(Path path) {
            return Files.exists(path);
        }

        default boolean isLink(Path path) {
            return Files.isSymbolicLink(path);
        }
    }

    /**
     * Looks a path up, with a number of calls that grows with the logarithm of its length.
     *
     * @return null when it may lead anywhere once it exists: what is missing steps back or is a link
     * @throws IOException when the path changes all the time
     */
    static @Nullable PathLocation of(Path path, Lookup files) throws IOException {
        IOException latest = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                return new PathLocation(files.real(path), List.of(), null);
            } catch (IOException e) {
                latest = e;
            }
            if (path.getNameCount() == 0) {
                return null;
            }
            int existing = existingNames(path, files);
            Path first = prefix(path, existing + 1);
            IOException why = existing + 1 == path.getNameCount() ? latest : failure(first, files);
            if (why != null) {
                if (files.isLink(first)) {
                    return null;
                }
                try {
                    return beyond(path, existing, files.real(prefix(path, existing)), why);
                } catch (IOException e) {
                    latest = e;
                }
            }
        }
        throw latest == null ? new FileSystemException(path.toString()) : latest;
    }

    /** Returns how many names of the path exist: what exists lies in directories that exist. The whole path is known not to. */
    private static int existingNames(Path path, Lookup files) {
        int low = 0;
        int high = path.getNameCount();
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (files.exists(prefix(path, middle))) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static Path prefix(Path path, int names) {
        Path root = path.getRoot();
        return names == 0 ? root : root.resolve(path.subpath(0, names));
    }

    private static @Nullable IOException failure(Path path, Lookup files) {
        try {
            files.real(path);
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private static @Nullable PathLocation beyond(Path path, int existing, Path real, IOException why) {
        List<Path> missing = new ArrayList<>();
        for (Path name : path.subpath(existing, path.getNameCount())) {
            if (name.toString().equals("..")) {
                return null;
            }
            if (!name.toString().equals(".")) {
                missing.add(name);
            }
        }
        return new PathLocation(real, List.copyOf(missing), obstacle(path, why));
    }

    private static @Nullable FileSystemException obstacle(Path path, IOException why) {
        if (why instanceof NoSuchFileException) {
            return null;
        }
        return why instanceof FileSystemException known ? known : new FileSystemException(path.toString());
    }
}
