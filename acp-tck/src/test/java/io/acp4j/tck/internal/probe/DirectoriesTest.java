package io.acp4j.tck.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the directories of a scenario. */
class DirectoriesTest {

    @TempDir
    private Path directory;

    @Test
    void aDirectoryIsRemovedWithAllThatIsInIt() throws Exception {
        Path made = Files.createDirectories(directory.resolve("made"));
        Files.writeString(Files.createDirectories(made.resolve("a/b")).resolve("file"), "x");

        Directories.remove(made);
        Directories.remove(made);

        assertThat(made).doesNotExist();
    }

    @Test
    void whatASubjectMakesAndRemovesThereMeanwhileIsNoFailureOfTheKit() throws Exception {
        Path made = Files.createDirectories(directory.resolve("made"));
        AtomicBoolean isOver = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> subject = new CompletableFuture<>();
        Thread writing = new Thread(() -> {
            while (!isOver.get()) {
                comeAndGo(made);
                begun.countDown();
            }
            subject.complete(null);
        });
        writing.start();
        try {
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 2_000; i++) {
                Directories.remove(made);
            }
        } finally {
            isOver.set(true);
            writing.join(60_000);
        }

        assertThat(subject).isCompleted();
        Directories.remove(made);
        assertThat(made).doesNotExist();
    }

    private static void comeAndGo(Path directory) {
        try {
            Path inside = Files.createDirectories(directory.resolve("a/b/c"));
            Files.deleteIfExists(inside);
            Files.deleteIfExists(inside.getParent());
        } catch (IOException e) {
            // It has been removed under it.
        }
    }
}
