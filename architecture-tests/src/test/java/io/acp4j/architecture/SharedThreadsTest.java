package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Threads that are kept for all in the JVM take over neither group nor class loader nor thread locals of the first who needs them. */
class SharedThreadsTest {

    /** Up to the end of the statement. */
    private static final Pattern KEPT_FOR_ALL = Pattern.compile(
            "static (?:final )?(?:ThreadPoolExecutor|ScheduledThreadPoolExecutor|Executor|ExecutorService|ScheduledExecutorService"
                    + "|WorkerThreads|Thread|ThreadFactory) \\w+ ?=[^;]*;",
            Pattern.DOTALL);

    private static final Pattern HOOK = Pattern.compile("addShutdownHook\\([^;]*;", Pattern.DOTALL);

    private static final Pattern OF_NOBODY =
            Pattern.compile("WorkerThreads\\.shared\\(|SharedThreads\\.daemon\\(|SharedThread\\.of\\(");

    private static Stream<String> found(Pattern pattern) {
        return libraries()
                .flatMap(module -> module.sourceFiles().stream())
                .flatMap(file -> matches(pattern, file).stream());
    }

    /** The kit and what tests use run by themselves. */
    private static Stream<PublishedModule> libraries() {
        return PublishedModule.ALL.stream().filter(module -> !module.directory().equals("acp-tck"));
    }

    private static List<String> matches(Pattern pattern, Path file) {
        try {
            return pattern.matcher(Files.readString(file))
                    .results()
                    .map(hit -> file.getFileName() + ": " + hit.group())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    @Test
    void threadsThatAreKeptForAllAreOfNoCaller() {
        assertThat(Stream.concat(found(KEPT_FOR_ALL), found(HOOK)).toList())
                .hasSizeGreaterThan(4)
                .allMatch(made -> OF_NOBODY.matcher(made).find());
    }
}
