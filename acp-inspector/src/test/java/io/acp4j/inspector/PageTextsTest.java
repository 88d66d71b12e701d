package io.acp4j.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts of the page, the exports and the guide to them use the terms of the field. */
class PageTextsTest {

    /** Phrases that readers did not understand, as regular expressions, and the terms that replace them. */
    private static final String REPLACED = """
            runs as one                                 | group chunks
            'problems'|with a problem                   | findings, for broken rules; invalid, for frames
            'Wire'|>Wire<|the wire\\b|\\*Wire\\*            | Traffic
            [Aa]sk aside|>aside<                        | Ask in a fork; side question
            Throw away|thrown? away                     | Discard fork; temporary fork
            [Bb]ring its summary                        | Summarize for the other session
            binding only                                | MUST only
            \\bits (frames|message|response|request|turn)['<`*] | show frames, show message, response, request, this turn
            Look again|[Ll]ooked at|Looks again         | Refresh; read; read-only
            \\b[Aa]new\\b|Connect again                   | restart, reconnect; a new process
            go(es)? on from|branches go                 | continue
            What you offer|offer or method              | capabilities
            [Ww]aiting (requests|for you\\b|for the agent\\b(?!'s)) | pending
            Time to the response                        | Response times
            for good\\?                                  | permanently
            the one shown|Keep for a comparison         | the current session; Select for comparison
            any more\\b|not there any                    | no longer
            [Nn]obody|[Ss]omebody|[Aa]nybody            | the user, another process
            told to stop|at work                        | cancelled; working
            Colours:                                    | Theme
            Save as a (page|test)                       | Export as HTML, Export as JUnit test
            What was there                              | Observed
            """;

    private static final Path BASE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)(?:^|(?<=[;{},)] ))\\s*//.*$");
    private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*\"");

    private static final Pattern DOM_METHOD =
            Pattern.compile("(?m)^  (?:async )?(remove|after|before|append|prepend|replaceWith|blur|click|scroll)\\(");

    /** Returns the sources of texts. */
    static Stream<Path> sources() throws IOException {
        Path main = BASE.resolve("src/main");
        List<Path> files;
        try (Stream<Path> all = Files.walk(main)) {
            files = all.filter(file -> file.toString().endsWith(".js") || isJavaWithTexts(file))
                    .toList();
        }
        return Stream.concat(files.stream(), Stream.of(BASE.resolveSibling("docs/guides/inspector.md")));
    }

    private static boolean isJavaWithTexts(Path file) {
        return file.toString().endsWith(".java");
    }

    /** Returns the user-visible texts of a source, and some identifiers. */
    private static String texts(Path file) throws IOException {
        String source = Files.readString(file);
        if (file.toString().endsWith(".java")) {
            return String.join(
                    "\n",
                    LITERAL.matcher(source).results().map(each -> each.group()).toList());
        }
        return file.toString().endsWith(".js") ? COMMENT.matcher(source).replaceAll("") : source;
    }

    @ParameterizedTest
    @MethodSource("sources")
    void replacedPhrasesDoNotReturn(Path file) throws IOException {
        String texts = texts(file);
        assertThat(REPLACED.lines()).allSatisfy(line -> {
            String phrase = line.substring(0, line.lastIndexOf(" | ")).strip();
            assertThat(Pattern.compile(phrase).matcher(texts).results().map(each -> each.group()))
                    .as("%s: use %s", file.getFileName(), line.substring(line.lastIndexOf(" | ") + 3))
                    .isEmpty();
        });
    }

    /** Lit removes an element with its method {@code remove}. */
    @ParameterizedTest
    @MethodSource("sources")
    void elementsDoNotOverrideMethodsOfTheDom(Path file) throws IOException {
        if (file.toString().endsWith(".js")) {
            assertThat(DOM_METHOD.matcher(Files.readString(file)).results().map(each -> each.group(1)))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'const x = 1; // nobody sees this', false",
        "'return html`<p>nobody</p>`', true",
        "'/* anew */ x', false"
    })
    void commentsAreNotTexts(String script, boolean isText) {
        assertThat(COMMENT.matcher(script).replaceAll("").matches("(?s).*(nobody|anew).*"))
                .isEqualTo(isText);
    }
}
