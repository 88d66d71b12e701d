package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Links that appear between the check and the use. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class FileRaceTest {

    private static final Logger LOG = LoggerFactory.getLogger(FileRaceTest.class);
    private static final int ROUNDS = 1500;

    @TempDir
    private Path temporary;

    @Test
    void directoryThatTurnsIntoALinkAllTheTimeNeverLeadsOut() throws Exception {
        Path top = temporary.toRealPath();
        Path root = Files.createDirectory(top.resolve("root"));
        Path outside = Files.createDirectory(top.resolve("outside"));
        Files.writeString(outside.resolve("file"), "secret");
        Path directory = Files.createDirectory(root.resolve("dir"));
        Files.writeString(directory.resolve("file"), "harmless");
        Path link = Files.createSymbolicLink(root.resolve("link"), outside);
        Path spare = root.resolve("spare");

        int served = race(root, "dir/file", "dir/new/deep/file", () -> {
            move(directory, spare);
            move(link, directory);
            move(directory, link);
            move(spare, directory);
        });

        assertThat(Files.readString(outside.resolve("file"))).isEqualTo("secret");
        try (Stream<Path> left = Files.list(outside)) {
            assertThat(left).containsExactly(outside.resolve("file"));
        }
        assertThat(served).isPositive();
        assertNoTemporaryFiles(root);
    }

    @Test
    void fileThatTurnsIntoALinkAllTheTimeIsNeverFollowed() throws Exception {
        Path top = temporary.toRealPath();
        Path root = Files.createDirectory(top.resolve("root"));
        Path secret = Files.writeString(top.resolve("secret"), "secret");
        Path file = Files.writeString(root.resolve("file"), "harmless");
        Path link = Files.createSymbolicLink(root.resolve("link"), secret);
        Path spare = root.resolve("spare");

        int served = race(root, "file", "other", () -> {
            move(file, spare);
            move(link, file);
            move(file, link);
            move(spare, file);
        });

        assertThat(Files.readString(secret)).isEqualTo("secret");
        assertThat(served).isPositive();
        assertNoTemporaryFiles(root);
    }

    private static Path pipe(Path path) throws Exception {
        Process mkfifo =
                new ProcessBuilder("mkfifo", path.toString()).inheritIO().start();
        assertThat(mkfifo.waitFor()).isZero();
        return path;
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipe", "socket", "link to a pipe", "link to /dev/zero", "directory"})
    void fileThatTurnsIntoSomethingElseAllTheTimeHoldsNobodyUp(String what) throws Exception {
        Path root = Files.createDirectory(temporary.toRealPath().resolve("root"));
        Path file = Files.writeString(root.resolve("file"), "harmless");
        Path other = root.resolve("place");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            make(what, other, socket);
            Path spare = root.resolve("spare");
            int served = race(root, "file", "new", () -> {
                move(file, spare);
                move(other, file);
                move(file, other);
                move(spare, file);
            });
            assertThat(served).isPositive();
        }
        assertNoTemporaryFiles(root);
    }

    private static void make(String what, Path place, ServerSocketChannel socket) throws Exception {
        switch (what) {
            case "pipe" -> pipe(place);
            case "socket" -> socket.bind(UnixDomainSocketAddress.of(place));
            case "link to a pipe" -> Files.createSymbolicLink(place, pipe(place.resolveSibling("pipe")));
            case "link to /dev/zero" -> Files.createSymbolicLink(place, Path.of("/dev/zero"));
            default -> Files.createDirectory(place);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipe", "link to a pipe", "link to /dev/zero"})
    void directoryThatTurnsIntoSomethingElseAllTheTimeHoldsNobodyUp(String what) throws Exception {
        Path root = Files.createDirectory(temporary.toRealPath().resolve("root"));
        Path directory = Files.createDirectory(root.resolve("dir"));
        Files.writeString(Files.createDirectory(directory.resolve("inner")).resolve("file"), "harmless");
        Path other = root.resolve("place");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            make(what, other, socket);
            Path spare = root.resolve("spare");
            int served = race(root, "dir/inner/file", "dir/inner/new", () -> {
                move(directory, spare);
                move(other, directory);
                move(directory, other);
                move(spare, directory);
            });
            assertThat(served).isPositive();
        }
        assertNoTemporaryFiles(root);
    }

    private interface Swap {
        void run() throws IOException;
    }

    /** Renames; what the service has made in the place meanwhile gives way. */
    private static void move(Path from, Path to) throws IOException {
        while (true) {
            try {
                Files.move(from, to);
                return;
            } catch (FileSystemException e) {
                LOG.debug("the place is taken", e);
                delete(to);
            }
        }
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (DirectoryNotEmptyException | UncheckedIOException e) {
            LOG.debug("somebody writes there; to be tried again", e);
        }
    }

    /** Reads and writes while somebody swaps; gives how often something was read. */
    private static int race(Path root, String read, String written, Swap swap) throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        Thread swapper = new Thread(() -> {
            while (!done.get()) {
                try {
                    swap.run();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        int served = 0;
        try (HostedSession hosted = new HostedSession(FileSystemService.readWrite(WriteGuard.ALLOW_ALL), root)) {
            swapper.start();
            for (int i = 0; i < ROUNDS || (served == 0 && i < 100 * ROUNDS); i++) {
                JsonNode answer = hosted.ask("fs/read_text_file", Map.of("sessionId", "s", "path", root + "/" + read));
                String content = answer.at("/result/content").asText();
                assertThat(content).isIn("", "harmless");
                if (!content.isEmpty()) {
                    served++;
                }
                if (i % 5 == 0) {
                    hosted.ask(
                            "fs/write_text_file",
                            Map.of("sessionId", "s", "path", root + "/" + written + i, "content", "written"));
                }
            }
        } finally {
            done.set(true);
            swapper.join();
        }
        return served;
    }

    private static void assertNoTemporaryFiles(Path root) throws IOException {
        try (Stream<Path> left = Files.walk(root)) {
            assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.startsWith(".acp4j-"));
        }
    }
}
