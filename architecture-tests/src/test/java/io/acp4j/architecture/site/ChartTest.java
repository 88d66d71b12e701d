package io.acp4j.architecture.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartTest {

    @TempDir
    Path root;

    @Test
    void aTableWithTheMarkerHasABarForEachNumberWithTheScaleOfItsRow() throws IOException {
        String html = html("""
                # Speed

                <!-- chart -->
                | | this | `that` |
                |---|---|---|
                | items per second | 1 200 | 300 |
                | p50 / p99 | 1 / 2 | 3 / 4 |
                | half known | 7 | |
                | start < 1 ms | 0.5 | 2 |
                """);

        assertThat(all("<rect [^>]*width=\"([0-9.]+)%\"", html)).containsExactly("100.0", "25.0", "25.0", "100.0");
        assertThat(all("<text[^>]*>([^<]*)</text>", html))
                .containsExactly(
                        "items per second", "this: 1 200", "that: 300", "start &lt; 1 ms", "this: 0.5", "that: 2");
        assertThat(all("<svg[^>]* role=\"img\" aria-label=\"([^\"]+)\"", html)).hasSize(1);
        assertThat(html.indexOf("<svg")).isLessThan(html.indexOf("<table"));
    }

    @Test
    void aLongNameOfARowHasSeveralLines() throws IOException {
        String html = html("""
                <!-- chart -->
                | | this | that |
                |---|---|---|
                | updates per second of all connections together, each on its own | 1 | 2 |
                """);

        assertThat(all("<text[^>]*>([^<]*)</text>", html))
                .containsExactly(
                        "updates per second of all connections", "together, each on its own", "this: 1", "that: 2");
    }

    @Test
    void aTableWithoutTheMarkerHasNoChart() throws IOException {
        assertThat(html("""
                | | this | that |
                |---|---|---|
                | items | 1 | 2 |
                """)).contains("<table").doesNotContain("<svg");
    }

    @Test
    void aTableWithoutNumbersCannotHaveAChart() {
        assertThatThrownBy(() -> html("""
                <!-- chart -->
                | | this | that |
                |---|---|---|
                | items | 1 / 2 | many |
                """)).isInstanceOf(IllegalArgumentException.class);
    }

    private String html(String markdown) throws IOException {
        Path page = root.resolve("page.md");
        Files.writeString(page, markdown);
        return new Markdown(root, Set.of(page)).page(page).html();
    }

    private static Stream<String> all(String pattern, String html) {
        return Pattern.compile(pattern).matcher(html).results().map(match -> match.group(1));
    }
}
