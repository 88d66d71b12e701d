package io.acp4j.inspector.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.inspector.page.PageServer;
import io.acp4j.inspector.recording.Spool;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where taps keep what passes them, for this user's eyes only: exact bytes, secrets included. */
public final class TapDirectory {

    /** How many spools are kept; the oldest go when a tap starts. */
    static final int MAX_SPOOLS = 50;

    /** How many bytes of spools are kept: 1 GiB. */
    static final long MAX_BYTES = 1L << 30;

    private final Path directory;

    /**
     * Names a directory, which need not be there.
     *
     * @param directory the directory
     */
    public TapDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * Returns the directory of this user.
     *
     * @param environment the variables; {@code XDG_STATE_HOME} and {@code HOME} count
     * @return the directory
     */
    public static TapDirectory ofUser(Map<String, String> environment) {
        @Nullable String state = environment.get("XDG_STATE_HOME");
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        Path base = state == null || state.isBlank() ? Path.of(home, ".local", "state") : Path.of(state);
        return new TapDirectory(base.resolve("acp-inspector"));
    }

    /**
     * Returns where it is.
     *
     * @return the path
     */
    public Path path() {
        return directory;
    }

    /**
     * Makes room, and opens a new spool.
     *
     * @return the channel of the spool
     * @throws IOException when it cannot be made
     */
    public FileChannel open() throws IOException {
        create();
        makeRoom();
        String name = "tap-" + System.currentTimeMillis() + "-"
                + ProcessHandle.current().pid() + Spool.SUFFIX;
        return FileChannel.open(
                directory.resolve(name),
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                ofOwner(directory, "rw-------"));
    }

    private void create() throws IOException {
        Path parent = directory.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.createDirectory(directory, ofOwner(parent == null ? Path.of("") : parent, "rwx------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
    }

    private static FileAttribute<?>[] ofOwner(Path place, String permissions) throws IOException {
        return Files.getFileStore(place.toAbsolutePath()).supportsFileAttributeView("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private void makeRoom() throws IOException {
        List<Path> spools = spools();
        long kept = 0;
        for (int i = spools.size() - 1; i >= 0; i--) {
            kept += Files.size(spools.get(i));
            if (kept > MAX_BYTES || spools.size() - i >= MAX_SPOOLS) {
                Files.deleteIfExists(spools.get(i));
            }
        }
    }

    /**
     * Returns the spools, the oldest first.
     *
     * @return the files; empty when there is no directory
     * @throws IOException when the directory cannot be read
     */
    public List<Path> spools() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(Spool.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Returns the token of this user's page of taps, which stays the same; it is made when there is none.
     *
     * @return the token
     * @throws IOException when it can neither be read nor made
     */
    public String token() throws IOException {
        create();
        Path file = directory.resolve("token");
        if (!Files.exists(file)) {
            try (FileChannel made = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    ofOwner(directory, "rw-------"))) {
                int unused = made.write(UTF_8.encode(PageServer.newToken()));
            } catch (FileAlreadyExistsException e) {
                return Files.readString(file).strip(); // Another process was first.
            }
        }
        return Files.readString(file).strip();
    }
}
