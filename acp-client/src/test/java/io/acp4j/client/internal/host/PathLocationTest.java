package io.acp4j.client.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where paths lead that exist in part. */
@DisabledOnOs(OS.WINDOWS)
class PathLocationTest {

    /** A path of the length that is allowed is looked up by no more calls than this. */
    private static final int MAX_CALLS = 16;

    @TempDir
    private Path temporary;

    private Path top;

    @BeforeEach
    void build() throws IOException {
        top = temporary.toRealPath();
        Files.createDirectories(top.resolve("a/b/c"));
        Files.writeString(top.resolve("a/file"), "text");
        Files.createSymbolicLink(top.resolve("link"), top.resolve("a/b"));
        Files.createSymbolicLink(top.resolve("dangling"), top.resolve("nowhere"));
        Files.createSymbolicLink(top.resolve("loop"), top.resolve("loop"));
    }

    private static final class Counting implements PathLocation.Lookup {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public Path real(Path path) throws IOException {
            calls.incrementAndGet();
            return PathLocation.Lookup.super.real(path);
        }

        @Override
        public boolean exists(Path path) {
            calls.incrementAndGet();
            return PathLocation.Lookup.super.exists(path);
        }

        @Override
        public boolean isLink(Path path) {
            calls.incrementAndGet();
            return PathLocation.Lookup.super.isLink(path);
        }
    }

    /** The plain way: from the end of the path to its beginning, name by name. */
    private static @Nullable String slowly(Path path) {
        Deque<Path> missing = new ArrayDeque<>();
        boolean obstacle = false;
        Path existing = path;
        while (true) {
            try {
                return existing.toRealPath() + " " + missing + " " + obstacle;
            } catch (IOException e) {
                obstacle = !(e instanceof NoSuchFileException);
                Path name = existing.getFileName();
                if (Files.isSymbolicLink(existing) || name.toString().equals("..")) {
                    return null;
                }
                if (!name.toString().equals(".")) {
                    missing.addFirst(name);
                }
                existing = existing.getParent();
            }
        }
    }

    private static @Nullable String shown(@Nullable PathLocation found) {
        return found == null ? null : found.real() + " " + found.missing() + " " + (found.obstacle() != null);
    }

    @Test
    void everyPathLeadsWhereTheWalkNameByNameLeads() throws IOException {
        List<String> names = List.of("a", "b", "c", "file", "link", "dangling", "loop", "none", ".", "..");
        Random random = new Random(26);
        for (int round = 0; round < 3000; round++) {
            Path path = top;
            for (int i = random.nextInt(7); i > 0; i--) {
                path = path.resolve(names.get(random.nextInt(names.size())));
            }
            assertThat(shown(PathLocation.of(path, PathLocation.Lookup.FILES)))
                    .as(path.toString())
                    .isEqualTo(slowly(path));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none/", "a/b/none/", "link/none/", "a/file/", "dangling/", "none/../"})
    void numberOfCallsHardlyGrowsWithThePath(String start) throws IOException {
        String text = top + "/" + start + "x/".repeat(PathNames.MAX_NAMES);
        Counting files = new Counting();
        PathLocation.of(Path.of(text), files);
        assertThat(files.calls).hasValueLessThanOrEqualTo(MAX_CALLS);
    }

    @Test
    void pathThatExistsTakesOneCall() throws IOException {
        Counting files = new Counting();
        assertThat(PathLocation.of(top.resolve("link/c"), files))
                .isEqualTo(new PathLocation(top.resolve("a/b/c"), List.of(), null));
        assertThat(files.calls).hasValue(1);
    }

    @Test
    void pathThatAppearsMeanwhileIsLookedUpAgain() throws IOException {
        Path late = top.resolve("late");
        PathLocation found = PathLocation.of(late, new PathLocation.Lookup() {
            private boolean made;

            @Override
            public Path real(Path path) throws IOException {
                try {
                    return PathLocation.Lookup.super.real(path);
                } finally {
                    if (!made) {
                        made = true;
                        Files.createSymbolicLink(late, top.resolve("a"));
                    }
                }
            }
        });
        // It was missing, and has become a link: wherever that leads, it is not what was looked up.
        assertThat(found).isNull();
    }
}
