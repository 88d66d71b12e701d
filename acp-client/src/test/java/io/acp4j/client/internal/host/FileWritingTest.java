package io.acp4j.client.internal.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is written where directories are missing, and what others do in between. */
@DisabledOnOs(OS.WINDOWS)
class FileWritingTest {

    private static final byte[] TEXT = "text".getBytes(UTF_8);

    /** More than any write of these tests has. */
    private static final int MAX_STEPS = 200;

    @TempDir
    private Path temporary;

    private Path root;
    private Path outside;

    @BeforeEach
    void build() throws IOException {
        Path top = temporary.toRealPath();
        root = Files.createDirectory(top.resolve("root"));
        outside = Files.createDirectory(top.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret");
    }

    /** Something that somebody does before a step of the writing. */
    private interface Change {
        void make(FileWritingTest test) throws IOException;
    }

    /** Folders that count how many are open, and have something done before a step. */
    private static final class Watch {

        final AtomicInteger open = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger steps = new AtomicInteger();
        private final int when;
        private final @Nullable Runnable change;

        Watch(int when, @Nullable Runnable change) {
            this.when = when;
            this.change = change;
        }

        Folder of(Folder real) {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            return (Folder) Proxy.newProxyInstance(
                    Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, new Handler(real));
        }

        private final class Handler implements InvocationHandler {

            private final Folder real;
            private boolean closed;

            Handler(Folder real) {
                this.real = real;
            }

            @Override
            public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
                if (method.getName().equals("close") && !closed) {
                    closed = true;
                    open.decrementAndGet();
                } else if (change != null && steps.getAndIncrement() == when) {
                    change.run();
                }
                Object[] passed = arguments == null ? new Object[0] : arguments.clone();
                for (int i = 0; i < passed.length; i++) {
                    if (passed[i] instanceof Folder folder
                            && Proxy.isProxyClass(folder.getClass())
                            && Proxy.getInvocationHandler(folder) instanceof Handler handler) {
                        passed[i] = handler.real;
                    }
                }
                try {
                    Object result = method.invoke(real, passed);
                    return result instanceof Folder folder ? of(folder) : result;
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
    }

    private void write(String path, Watch watch, boolean held) throws IOException {
        List<Path> names = new ArrayList<>();
        Path.of(path).forEach(names::add);
        Folder opened = watch.of(held ? Folder.open(root) : new PlainFolder(root));
        try {
            FileWriting.write(path, new Roots.Place(root, names, 0), TEXT, opened);
        } finally {
            opened.close();
        }
        assertThat(watch.open).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fewFoldersAreOpenHoweverManyAreMissing(boolean held) throws IOException {
        for (String start : List.of("", "there/")) {
            Files.createDirectories(root.resolve("there/" + "d/".repeat(100)));
            Watch watch = new Watch(-1, null);
            String path = start + "d/".repeat(200) + "file";
            write(path, watch, held);
            assertThat(root.resolve(path)).hasContent("text");
            assertThat(watch.most).as("the root, the folder, and the next one").hasValueLessThanOrEqualTo(3);
        }
    }

    static Stream<Arguments> changes() {
        Map<String, Change> changes = new TreeMap<>();
        changes.put("the directory is a link by now", test -> {
            Files.move(test.root.resolve("dir"), test.root.resolve("moved"));
            Files.createSymbolicLink(test.root.resolve("dir"), test.outside);
        });
        changes.put("the directory is gone", test -> test.delete(test.root.resolve("dir")));
        changes.put("somebody else makes what is missing", test -> {
            Files.createDirectories(test.root.resolve("dir/new/deep"));
            Files.writeString(test.root.resolve("dir/new/other"), "other");
        });
        changes.put("what is missing is a link by now", test -> {
            test.delete(test.root.resolve("dir/new"));
            Files.createSymbolicLink(test.root.resolve("dir/new"), test.outside);
        });
        changes.put("what is missing is a file by now", test -> {
            test.delete(test.root.resolve("dir/new"));
            Files.writeString(test.root.resolve("dir/new"), "other");
        });
        changes.put("what is being made is a link by now", FileWritingTest::stealWhatIsBeingMade);
        return changes.entrySet().stream()
                .flatMap(
                        each -> Stream.of(true, false).map(held -> Arguments.of(each.getKey(), held, each.getValue())));
    }

    private void delete(Path path) throws IOException {
        if (Files.exists(path)) {
            try (Stream<Path> all = Files.walk(path)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private void stealWhatIsBeingMade() throws IOException {
        for (Path each : entries(root)) {
            if (each.getFileName().toString().startsWith(".acp4j-")) {
                Files.move(
                        each,
                        root.resolve("stolen-" + each.getFileName().toString().substring(7)));
                Files.createSymbolicLink(each, outside);
            }
        }
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }

    /** Each change before each step: the file is where it belongs, or nothing of it is left, and nothing is ever done outside. */
    @ParameterizedTest(name = "{0}, held: {1}")
    @MethodSource("changes")
    void whateverIsChangedInBetweenNothingLeadsOut(String name, boolean held, Change change) throws IOException {
        boolean ended = false;
        for (int step = 0; !ended; step++) {
            assertThat(step).isLessThan(MAX_STEPS);
            delete(root);
            Files.createDirectories(root.resolve("dir"));
            String failure = attempt(step, held, change);
            String what = name + " before step " + step + ", which ended with " + failure;
            ended = failure.equals("not reached");
            assertThat(entries(outside)).as(what).containsExactly(outside.resolve("secret"));
            assertThat(outside.resolve("secret")).as(what).hasContent("secret");
            try (Stream<Path> all = Files.walk(root)) {
                assertThat(all.filter(path -> path.getFileName().toString().startsWith(".acp4j-")))
                        .as(what)
                        .allMatch(Files::isSymbolicLink);
            }
            if (failure.isEmpty()) {
                try (Stream<Path> all = Files.walk(root)) {
                    assertThat(all.filter(path -> path.endsWith("file")))
                            .as(what)
                            .hasSize(1);
                }
                if (!Files.isSymbolicLink(root.resolve("dir"))) {
                    Path written = root.resolve("dir/new/deep/file");
                    assertThat(written.toRealPath()).as(what).isEqualTo(written);
                    assertThat(written).as(what).hasContent("text");
                }
            }
        }
    }

    /** Returns why writing has failed; empty when it has not. */
    private String attempt(int step, boolean held, Change change) {
        Watch watch = new Watch(step, () -> {
            try {
                change.make(this);
            } catch (FileAlreadyExistsException e) {
                // It is written already.
                assertThat(root.resolve("dir/new")).exists();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        try {
            write("dir/new/deep/file", watch, held);
            return watch.steps.get() <= step ? "not reached" : "";
        } catch (IOException | FileAccessException e) {
            return e.toString();
        }
    }

    @Test
    void filesThatAreWrittenAtOnceIntoDirectoriesThatAreMissingAreAllWritten() throws Exception {
        int writers = 4;
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            CyclicBarrier start = new CyclicBarrier(writers);
            for (int round = 0; round < 200; round++) {
                String directory = "r" + round + "/new/deep/";
                List<Future<?>> writing = new ArrayList<>();
                for (int writer : IntStream.range(0, writers).toArray()) {
                    String path = directory + (writer % 2 == 0 ? "" : "deeper/") + writer;
                    writing.add(threads.submit(() -> {
                        start.await(60, TimeUnit.SECONDS);
                        write(path, new Watch(-1, null), true);
                        return null;
                    }));
                }
                for (Future<?> each : writing) {
                    each.get(60, TimeUnit.SECONDS);
                }
                try (Stream<Path> all = Files.walk(root.resolve("r" + round))) {
                    assertThat(all.filter(Files::isRegularFile)).hasSize(writers);
                }
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(entries(root))
                .noneMatch(path -> path.getFileName().toString().startsWith(".acp4j-"));
        assertThat(Collections.max(entries(root))).isDirectory();
    }
}
