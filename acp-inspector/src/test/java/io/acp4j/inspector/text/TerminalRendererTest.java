package io.acp4j.inspector.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalRendererTest {

    private static final String ESC = "\u001b";

    /** Returns lines as text, in which a run with a style is written as {@code <style:text>}. */
    private static String shown(List<List<TerminalRun>> lines) {
        return lines.stream()
                .map(line -> line.stream().map(TerminalRendererTest::shown).collect(Collectors.joining()))
                .collect(Collectors.joining("|"));
    }

    private static String shown(TerminalRun run) {
        TerminalStyle style = run.style();
        if (style.equals(TerminalStyle.PLAIN)) {
            return run.text();
        }
        List<String> words = new ArrayList<>();
        if (style.foreground() != TerminalStyle.DEFAULT) {
            words.add(colour(style.foreground()));
        }
        if (style.background() != TerminalStyle.DEFAULT) {
            words.add("on " + colour(style.background()));
        }
        if (style.bold()) {
            words.add("bold");
        }
        if (style.dim()) {
            words.add("dim");
        }
        if (style.italic()) {
            words.add("italic");
        }
        if (style.underline()) {
            words.add("underline");
        }
        if (style.inverse()) {
            words.add("inverse");
        }
        return "<" + String.join(" ", words) + ":" + run.text() + ">";
    }

    private static String colour(int colour) {
        return TerminalStyle.isRgb(colour) ? String.format("#%06x", colour & 0xffffff) : String.valueOf(colour);
    }

    static Stream<Arguments> outputs() {
        return Stream.of(
                        // Lines
                        "a\nb -> a|b",
                        "a\r\nb\r\n -> a|b",
                        "a\n\nb -> a||b",
                        "a\u000bb\fc -> a|b|c",
                        "a  \nb -> a|b",
                        // Movement within a line
                        "25 %\r50 %\r100 %\n -> 100 %",
                        "abc\rX -> Xbc",
                        "abc\b\bX -> aXc",
                        "\b\b\ba -> a",
                        "a\tb -> a       b",
                        "abcdefghi\tb -> abcdefghi       b",
                        "abc\u001b[1GX -> Xbc",
                        "abc\u001b[GX -> Xbc",
                        "abc\u001b[5GX -> abc X",
                        "abc\u001b[2`X -> aXc",
                        "abc\u001b[2DX -> aXc",
                        "abc\u001b[DX -> abX",
                        "abc\u001b[0DX -> abX",
                        "abc\u001b[99DX -> Xbc",
                        "a\u001b[2CX -> a  X",
                        "a\u001b[aX -> a X",
                        // Erasing
                        "abc\r\u001b[Kx -> x",
                        "abc\u001b[2D\u001b[K -> a",
                        "abc\u001b[2D\u001b[0Kx -> ax",
                        "abc\u001b[2D\u001b[1K ->   c",
                        "abc\u001b[2Kx ->    x",
                        "abc\u001b[7K -> abc",
                        // Styles
                        "\u001b[31mred\u001b[0m plain -> <1:red> plain",
                        "\u001b[31mred\u001b[m plain -> <1:red> plain",
                        "\u001b[97;41mFAIL\u001b[0m -> <15 on 1:FAIL>",
                        "\u001b[92;104mx -> <10 on 12:x>",
                        "\u001b[1;2;3;4;7mx -> <bold dim italic underline inverse:x>",
                        "\u001b[1;2;3;4;7m\u001b[22;23;24;27mx -> x",
                        "\u001b[31;42;39mx\u001b[49my -> <on 2:x>y",
                        "\u001b[38;5;208mx -> <208:x>",
                        "\u001b[48;5;17mx -> <on 17:x>",
                        "\u001b[38;2;1;2;255mx -> <#0102ff:x>",
                        "\u001b[38;2;1;2;999mx -> <#0102ff:x>",
                        "\u001b[48;2;0;0;0;1mx -> <on #000000 bold:x>",
                        "\u001b[38:5:9mx -> <9:x>",
                        "\u001b[38:2::1:2:3mx -> <#010203:x>",
                        "\u001b[38:2:1:2:3mx -> <#010203:x>",
                        "\u001b[4:3mx\u001b[4:0my -> <underline:x>y",
                        "\u001b[21mx -> <underline:x>",
                        "\u001b[31ma\nb -> <1:a>|<1:b>",
                        "\u001b[31ma\rb -> <1:b>",
                        "\u001b[31mab\u001b[0m\rc -> c<1:b>",
                        "\u001b[31m a \u001b[0m -> <1: a >",
                        // Incomplete and unknown styles
                        "\u001b[38mx -> x",
                        "\u001b[38;5mx -> x",
                        "\u001b[38;5;256mx -> x",
                        "\u001b[38;2;1;2mx -> x",
                        "\u001b[38;9;1mx -> x",
                        "\u001b[;31mx -> <1:x>",
                        "\u001b[8;73;99999999999mx -> x",
                        "\u001b[>4;1mx -> x",
                        "\u001b[?25lx -> x",
                        "\u001b[1$mx -> x",
                        // Removed sequences
                        "a\u001b]0;title\u0007b -> ab",
                        "a\u001b]0;title\u001b\\b -> ab",
                        "a\u001b]52;c;aGk=\u0007b -> ab",
                        "\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\ -> link",
                        "a\u001bPq#0;2\n~~\u001b\\b -> ab",
                        "a\u001b_x\u001b\\\u001b^y\u001b\\\u001bXz\u001b\\b -> ab",
                        "a\u001b]0;not ended\nb -> a|b",
                        "a\u001b[2J\u001b[H\u001b[5Ab -> ab",
                        "a\u001b(Bb -> ab",
                        "a\u001bcb\u001b7c\u001b8 -> abc",
                        "a\u001b[31\u0018b -> ab",
                        "a\u001b[31\nb -> a|b",
                        "a\u001b[3\u001b[31mb -> a<1:b>",
                        "a\u001b\nb -> a|b",
                        "a\u001b\u00e9b -> a\u00e9b",
                        "a\u0007\u0000\u007f\u0001b -> ab",
                        "a\u009b31mb -> a<1:b>",
                        "a\u009d0;title\u009cb -> ab",
                        "a\u001b -> a",
                        "a\u001b[ -> a",
                        "a\u001b[38;5; -> a",
                        // Characters
                        "\u00e9\u4e2d\ud83d\ude00 -> \u00e9\u4e2d\ud83d\ude00",
                        "e\u0301x\b\by -> yx",
                        "\u0301a -> a",
                        "a\ud83db -> a\ufffdb",
                        "a\ude00b -> a\ufffdb",
                        "\u001b[31mer\u001b[0mror -> <1:er>ror")
                .map(row -> {
                    int arrow = row.lastIndexOf(" -> ");
                    return Arguments.of(
                            row.substring(0, arrow).replace(ESC, "ESC"),
                            row.substring(0, arrow),
                            row.substring(arrow + 4));
                });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("outputs")
    void outputIsShownAsATerminalWould(String name, String output, String expected) {
        assertThat(shown(TerminalRenderer.render(output))).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("outputs")
    void outputMayBeSplitAnywhere(String name, String output, String expected) {
        TerminalRenderer single = new TerminalRenderer();
        output.chars().forEach(each -> single.append(String.valueOf((char) each)));
        assertThat(shown(single.lines())).isEqualTo(expected);
        for (int cut = 0; cut <= output.length(); cut++) {
            TerminalRenderer renderer = new TerminalRenderer();
            renderer.append(output.substring(0, cut));
            renderer.append(output.substring(cut));
            assertThat(shown(renderer.lines())).as("cut at " + cut).isEqualTo(expected);
        }
    }

    @Test
    void finishedLinesAreTakenOnce() {
        TerminalRenderer renderer = new TerminalRenderer();
        renderer.append("one\ntw");
        assertThat(shown(renderer.takeFinished())).isEqualTo("one");
        renderer.append("o\n");
        assertThat(shown(renderer.takeFinished())).isEqualTo("two");
        renderer.append("three");
        assertThat(renderer.takeFinished()).isEmpty();
        assertThat(shown(renderer.lines())).isEqualTo("three");
    }

    @Test
    void longOutputKeepsItsEnd() {
        TerminalRenderer renderer = new TerminalRenderer();
        for (int i = 0; i < 100_000; i++) {
            renderer.append("line " + i + "\n");
        }
        assertThat(renderer.isTruncated()).isTrue();
        assertThat(renderer.lines()).hasSizeLessThanOrEqualTo(TerminalRenderer.MAX_LINES);
        assertThat(shown(renderer.lines())).endsWith("|line 99999").hasSizeLessThan(80_000);
    }

    @Test
    void aLongLineIsWrapped() {
        List<List<TerminalRun>> lines = TerminalRenderer.render("x".repeat(TerminalRenderer.MAX_COLUMNS + 1));
        assertThat(lines).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u001b[999999999999G", "\u001b[999999999999C", "\t"})
    void movementsDoNotLengthenALineBeyondTheLimit(String movement) {
        assertThat(TerminalRenderer.render((movement + "x").repeat(10_000)))
                .hasSizeLessThanOrEqualTo(TerminalRenderer.MAX_LINES + 1)
                .allMatch(line ->
                        line.stream().mapToInt(run -> run.text().length()).sum() <= TerminalRenderer.MAX_COLUMNS);
    }

    /** Seeds of random output: always the same, and with {@code -Dacp.test.seeds=N} so many more. */
    static Stream<Long> seeds() {
        return Stream.iterate(1L, seed -> seed + 1).limit(300L + Integer.getInteger("acp.test.seeds", 0));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void randomOutputIsRenderedTheSameInPiecesAndWithoutControlCharacters(long seed) {
        Random random = new Random(seed);
        String pieces = "\u001b[]P_^X\\;:0123456789mGKCD?>$ \r\n"
                + "\b\t\u0007\u0018\u009b\u009d\u009cab\u00e9\u0301\ud83d\ude00\u0000\u007f";
        StringBuilder output = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            output.append(
                    random.nextInt(4) == 0
                            ? ESC + "[" + random.nextInt(60) + (random.nextBoolean() ? ";" + random.nextInt(300) : "")
                                    + "mGKCD".charAt(random.nextInt(5))
                            : String.valueOf(pieces.charAt(random.nextInt(pieces.length()))));
        }
        List<List<TerminalRun>> whole = TerminalRenderer.render(output.toString());
        TerminalRenderer renderer = new TerminalRenderer();
        for (int at = 0; at < output.length(); ) {
            int end = Math.min(output.length(), at + 1 + random.nextInt(7));
            renderer.append(output.substring(at, end));
            at = end;
        }
        assertThat(renderer.lines()).isEqualTo(whole);
        assertThat(whole)
                .allSatisfy(line -> assertThat(line)
                        .allSatisfy(run -> assertThat(run.text())
                                .isNotEmpty()
                                .matches(
                                        text -> text.chars().noneMatch(Character::isISOControl),
                                        "has no control characters")));
    }

    @Test
    void everyCombinationOfColoursIsReadableInBothThemes() {
        List<Integer> colours = new ArrayList<>(List.of(TerminalStyle.DEFAULT));
        for (int i = 0; i < 256; i += i < 16 ? 1 : 5) {
            colours.add(i);
        }
        colours.add(TerminalStyle.rgb(127, 127, 127));
        for (int foreground : colours) {
            for (int background : colours) {
                for (int flags = 0; flags < 4; flags++) {
                    TerminalStyle style = new TerminalStyle(
                            foreground, background, false, (flags & 1) != 0, false, false, (flags & 2) != 0);
                    for (TerminalTheme theme : List.of(TerminalTheme.LIGHT, TerminalTheme.DARK)) {
                        assertThat(TerminalTheme.contrast(rgb(theme.foreground(style)), rgb(theme.background(style))))
                                .as("%s", style)
                                .isGreaterThanOrEqualTo(4.5);
                    }
                }
            }
        }
    }

    private static int rgb(String css) {
        return Integer.parseInt(css.substring(1), 16);
    }

    @Test
    void outputThatIsPaddedWithBlanksIsKept() {
        TerminalRenderer renderer = new TerminalRenderer();
        String line = "row" + " ".repeat(200) + "\n";
        for (int i = 0; i < 1_500; i++) {
            renderer.append(line);
        }

        assertThat(renderer.lines()).hasSize(1_500);
        assertThat(renderer.isTruncated()).isFalse();
    }
}
