package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Messages write durations for people, as {@code 1.5 s}, and never as {@code PT1.5S}, the text that a duration has of itself. */
class DurationsInMessagesTest {

    private static final String NAME = "\\s*((?:\\w+(?:\\(\\))?\\s*\\.\\s*)*)(\\w+)(?:\\(\\))?\\s*";

    /** Names that are put together with a text. */
    private static final List<Pattern> BESIDE_A_TEXT = List.of(
            Pattern.compile("\"\\s*\\+" + NAME + "(?=[+;,)])"),
            Pattern.compile("(?<=[(=+?:]|return)" + NAME + "\\+\\s*\""));

    @TestFactory
    Stream<DynamicTest> noMessageHasTheTextOfADuration() {
        return PublishedModule.ALL.stream()
                .map(module -> DynamicTest.dynamicTest(module.directory(), () -> {
                    List<String> found = new ArrayList<>();
                    for (Path file : module.sourceFiles()) {
                        written(Files.readString(file)).forEach(what -> found.add(file.getFileName() + ": " + what));
                    }
                    assertThat(found).as("write them with DurationText").isEmpty();
                }));
    }

    private static List<String> written(String source) {
        List<String> found = new ArrayList<>();
        for (Pattern place : BESIDE_A_TEXT) {
            for (Matcher used = place.matcher(source); used.find(); ) {
                if (isDuration(used.group(2), source, used.start())) {
                    found.add(used.group().strip());
                }
            }
        }
        return found;
    }

    /** Returns whether the last declaration of a name before its use, or else the first behind it, is that of a duration. */
    private static boolean isDuration(String name, String source, int use) {
        String type = "";
        Matcher declared = Pattern.compile("\\b([A-Za-z][\\w.<>]*) " + name + "(?=\\s*(?:[,;)=:]|\\(\\)))")
                .matcher(source);
        while (declared.find() && (type.isEmpty() || declared.start() < use)) {
            type = declared.group(1).matches("return|throw|new|case") ? type : declared.group(1);
        }
        return type.equals("Duration");
    }

    @Test
    void durationsAreFoundWhereverTheyStand() {
        assertThat(written("void f(Duration limit) { throw new X(\"after \" + limit); }"))
                .isNotEmpty();
        assertThat(written("private final Duration limit; String f() { return \"after \" + this.limit + \"!\"; }"))
                .isNotEmpty();
        assertThat(written("Duration limit() { f(\"after \"\n + settings().limit() + \"!\"); }"))
                .isNotEmpty();
        assertThat(written("String f() { return \"after \" + limit; } Duration limit;"))
                .isNotEmpty();
        assertThat(written("Duration limit = g(); f(limit + \" is too long\")")).isNotEmpty();
        assertThat(written("f(int limit) {} f(Duration limit) { f(\"after \" + limit); }"))
                .isNotEmpty();
        assertThat(written("f(Duration limit) {} f(int limit) { f(\"after \" + limit); }"))
                .isEmpty();
        assertThat(written("Duration limit; f(\"after \" + DurationText.of(limit)); f(\"\" + limit.toMillis());"))
                .isEmpty();
        assertThat(written("Duration limit; f(\"limit\", limit); f(\"the \" + name);"))
                .isEmpty();
    }
}
