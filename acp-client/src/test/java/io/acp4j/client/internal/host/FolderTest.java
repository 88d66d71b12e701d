package io.acp4j.client.internal.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Directories held by a descriptor and directories known by their path keep the same promises. */
@DisabledOnOs(OS.WINDOWS)
class FolderTest {

    private static final List<String> KINDS = List.of("held", "by path");

    @TempDir
    private Path temporary;

    private Path root;
    private Path outside;

    @BeforeEach
    void build() throws IOException {
        root = Files.createDirectory(temporary.toRealPath().resolve("root"));
        outside = Files.createDirectory(temporary.toRealPath().resolve("outside"));
        Files.writeString(outside.resolve("file"), "secret");
        Files.createDirectory(root.resolve("dir"));
        Files.writeString(root.resolve("file"), "text");
        Files.createSymbolicLink(root.resolve("link"), root.resolve("file"));
        Files.createSymbolicLink(root.resolve("dir-link"), root.resolve("dir"));
    }

    private Folder open(String kind) throws IOException {
        return kind.equals("held") ? Folder.open(root) : new PlainFolder(root);
    }

    private static String text(SeekableByteChannel channel) throws IOException {
        try (channel) {
            ByteBuffer buffer = ByteBuffer.allocate(100);
            channel.read(buffer);
            return UTF_8.decode(buffer.flip()).toString();
        }
    }

    private static void fill(SeekableByteChannel channel, String text) throws IOException {
        try (channel) {
            channel.write(UTF_8.encode(text));
        }
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void entriesAreDescribedAndLinksAreNotFollowed(String kind) throws IOException {
        try (Folder folder = open(kind)) {
            assertThat(folder.look(Path.of("file")).isRegularFile()).isTrue();
            assertThat(folder.look(Path.of("dir")).isDirectory()).isTrue();
            assertThat(folder.look(Path.of("link")).isSymbolicLink()).isTrue();
            assertThat(folder.look(Path.of("none"))).isNull();
            assertThat(text(folder.read(Path.of("file")))).isEqualTo("text");
            assertThatThrownBy(() -> folder.read(Path.of("link"))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> folder.enter(Path.of("dir-link"))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> folder.enter(Path.of("file"))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> folder.enter(Path.of("none"))).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void pipesAreNotEnteredAndHoldNobodyUp(String kind) throws Exception {
        Path pipe = root.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (Folder folder = open(kind)) {
            assertThatThrownBy(() -> folder.enter(Path.of("pipe"))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> Folder.open(pipe)).isInstanceOf(IOException.class);
            folder.touch(Path.of("pipe"));
        }
    }

    /** Looks like a file when it is looked at first, as if a pipe had been put in its place then. */
    private static Folder disguised(Folder folder, Path file) {
        AtomicBoolean looked = new AtomicBoolean();
        return (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("look") && looked.compareAndSet(false, true)) {
                        return Files.readAttributes(file, BasicFileAttributes.class);
                    }
                    try {
                        return method.invoke(folder, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void pipeThatHasJustTakenThePlaceOfAFileIsLetGo(String kind) throws Exception {
        Path pipe = root.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        FileOpening opening = new FileOpening();
        for (int i = 0; i < 2 * FileOpening.MAX_THREADS; i++) {
            Folder folder = disguised(open(kind), root.resolve("file"));
            assertThatThrownBy(() -> opening.read(folder, Path.of("pipe"), channel -> "read"))
                    .isInstanceOf(NotAFileException.class);
        }
    }

    /** A file whose opening waits until somebody says so, as that of a pipe that is gone would for ever. */
    private static Folder stuck(Folder folder, CountDownLatch release) {
        return (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("read")) {
                        release.await();
                    }
                    try {
                        return method.invoke(folder, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Who makes a connection again and again gets no more threads stuck than the JVM has for all. */
    @Test
    void openingsThatAreStuckAreLimitedOverAllConnections() throws Exception {
        int limit = 3;
        Semaphore all = new Semaphore(limit);
        CountDownLatch release = new CountDownLatch(1);
        for (int i = 0; i < limit; i++) {
            Folder folder = stuck(Folder.open(root), release);
            CompletableFuture<Throwable> failure = new CompletableFuture<>();
            Thread reader = new Thread(() -> {
                try {
                    new FileOpening(all).read(folder, Path.of("file"), channel -> "read");
                } catch (IOException | InterruptedException e) {
                    failure.complete(e);
                }
            });
            reader.start();
            int left = limit - 1 - i;
            await().atMost(Duration.ofSeconds(60)).until(() -> all.availablePermits() == left);
            reader.interrupt();
            assertThat(failure.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        }
        FutureTask<String> next = new FutureTask<>(
                () -> new FileOpening(all).read(Folder.open(root), Path.of("file"), channel -> "read"));
        new Thread(next).start();
        await().atMost(Duration.ofSeconds(60)).until(() -> all.hasQueuedThreads() || next.isDone());
        assertThat(next).isNotDone();
        release.countDown();
        assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo("read");
        await().atMost(Duration.ofSeconds(60)).until(() -> all.availablePermits() == limit);
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void deviceIsNotReadAsTheFileThatItReplaces(String kind) throws Exception {
        Path devices = Path.of("/dev").toRealPath();
        FileOpening opening = new FileOpening();
        try (Folder real = kind.equals("held") ? Folder.open(devices) : new PlainFolder(devices)) {
            Folder folder = disguised(real, root.resolve("file"));
            assertThatThrownBy(() -> opening.read(folder, Path.of("zero"), channel -> "read"))
                    .isInstanceOf(NotAFileException.class);
        }
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void filesAreMadeMovedAndDeleted(String kind) throws IOException {
        try (Folder folder = open(kind);
                Folder inner = folder.enter(Path.of("dir"))) {
            fill(inner.create(Path.of("new")), "made");
            assertThat(root.resolve("dir/new")).hasContent("made");
            for (String taken : List.of("file", "link", "dir")) {
                assertThatThrownBy(() -> folder.create(Path.of(taken))).isInstanceOf(FileAlreadyExistsException.class);
            }
            folder.take(inner, Path.of("new"), Path.of("file"));
            assertThat(root.resolve("file")).hasContent("made");
            assertThat(root.resolve("dir/new")).doesNotExist();
            assertThatThrownBy(() -> folder.deleteFolder(Path.of("none"))).isInstanceOf(IOException.class);
            folder.deleteFolder(Path.of("dir"));
            folder.delete(Path.of("file"));
            assertThat(root.resolve("dir")).doesNotExist();
            assertThat(root.resolve("file")).doesNotExist();
        }
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void directoryThatHasBecomeALinkLeadsNowhere(String kind) throws IOException {
        try (Folder folder = open(kind);
                Folder inner = folder.enter(Path.of("dir"))) {
            Files.move(root.resolve("dir"), root.resolve("moved"));
            Files.createSymbolicLink(root.resolve("dir"), outside);
            try {
                fill(inner.create(Path.of("new")), "made");
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("replaced");
            }
            assertThat(outside.resolve("new")).doesNotExist();
            assertThatThrownBy(() -> inner.read(Path.of("file"))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> inner.delete(Path.of("file"))).isInstanceOf(IOException.class);
            assertThat(outside.resolve("file")).hasContent("secret");
        }
    }
}
