package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The limit of a wait for something that is to come is a minute at least: it is only there for what never comes, and a busy machine is no
 * defect. Waits of milliseconds are for what is not to come.
 */
class WaitsOfTestsTest {

    private static final int LEAST_SECONDS = 60;

    private static final String SECONDS = "Duration\\.ofSeconds\\((?<seconds>[\\d_]+)\\)";

    /** Limits that are written down where they are used, in seconds or milliseconds, and those that have a name. */
    private static final List<Pattern> LIMITS = List.of(
            Pattern.compile("\\.(?:await|get|poll|tryAcquire|waitFor|awaitTermination)\\(\\s*(?<seconds>[\\d_]+),"
                    + " (?:TimeUnit\\.)?SECONDS\\)"),
            Pattern.compile("\\b(?:atMost|succeedsWithin|failsWithin)\\(\\s*(?:java\\.time\\.)?" + SECONDS),
            Pattern.compile(
                    "\\b(?:atMost|succeedsWithin|failsWithin)\\(\\s*(?<seconds>[\\d_]+), (?:TimeUnit\\.)?SECONDS"),
            Pattern.compile("\\b(?:atMost|succeedsWithin|failsWithin)\\(\\s*Duration\\.ofMillis\\((?<millis>[\\d_]+)"),
            Pattern.compile("\\bsetSoTimeout\\((?<millis>[\\d_]+)\\)"),
            Pattern.compile("\\bPATIENCE_MILLIS = (?<millis>[\\d_]+)"),
            Pattern.compile("\\b(?:PATIENCE|GENEROUS|LIMIT) = " + SECONDS));

    /** Without a limit of its own, one of ten seconds. */
    private static final Pattern UNLIMITED =
            Pattern.compile("\\bawait\\(\\)(?:(?!\\batMost\\b|\\bawait\\(\\)|;)[\\s\\S])*?\\.until");

    static List<Path> modules() throws IOException {
        return FirstWordsTest.modules();
    }

    private static List<Path> tests(Path module) {
        Path root = module.resolve("src/test/java");
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("WaitsOfTestsTest.java"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + root, e);
        }
    }

    @ParameterizedTest
    @MethodSource("modules")
    void nothingThatIsToComeIsWaitedForLessThanAMinute(Path module) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : tests(module)) {
            shortWaits(Files.readString(file)).forEach(wait -> found.add(file.getFileName() + ": " + wait));
        }
        assertThat(found).isEmpty();
    }

    private static List<String> shortWaits(String source) {
        List<String> found = new ArrayList<>();
        for (Pattern limit : LIMITS) {
            for (Matcher wait = limit.matcher(source); wait.find(); ) {
                if (seconds(wait, limit) < LEAST_SECONDS) {
                    found.add(inOneLine(wait));
                }
            }
        }
        for (Matcher wait = UNLIMITED.matcher(source); wait.find(); ) {
            found.add(inOneLine(wait));
        }
        return found;
    }

    private static double seconds(Matcher wait, Pattern limit) {
        return limit.pattern().contains("<seconds>")
                ? number(wait.group("seconds"))
                : number(wait.group("millis")) / 1000.0;
    }

    private static long number(String digits) {
        return Long.parseLong(digits.replace("_", ""));
    }

    private static String inOneLine(Matcher found) {
        return found.group().replaceAll("\\s+", " ");
    }

    @Test
    void shortWaitsAreFoundHoweverTheyAreWritten() {
        for (String wait : List.of(
                "latch.await(5, TimeUnit.SECONDS)",
                "future.get(59, SECONDS)",
                "assertThat(end).succeedsWithin(Duration.ofSeconds(10));",
                "await()\n.atMost(Duration.ofMillis(500)).until(x)",
                "await().until(x)",
                "await()\n    .pollInterval(Duration.ofMillis(1))\n    .untilAsserted(x)",
                "await().during(Duration.ofMillis(300)).until(x)",
                "socket.setSoTimeout(5_000)",
                "Duration PATIENCE = Duration.ofSeconds(30);")) {
            assertThat(shortWaits(wait)).as(wait).hasSize(1);
        }
        for (String wait : List.of(
                "latch.await(60, TimeUnit.SECONDS)",
                "future.get(50, TimeUnit.MILLISECONDS)",
                "await().atMost(LIMIT).until(x)",
                "await().pollInterval(Duration.ofMillis(1)).atMost(Duration.ofMinutes(2)).until(x)",
                "socket.setSoTimeout(60_000)",
                "Duration PATIENCE = Duration.ofSeconds(60);")) {
            assertThat(shortWaits(wait)).as(wait).isEmpty();
        }
    }
}
