package io.acp4j.inspector.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeHtmlTest {

    private static final Pattern TAG = Pattern.compile("<(/?)([a-z0-9]+)([^>]*)>");
    private static final Pattern HARMLESS = Pattern.compile(
            "(?:p|br|hr|h[1-6]|em|strong|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|span|del|div)");
    private static final Pattern ATTRIBUTES =
            Pattern.compile("(?: ?/| class=\"(?:md-(?:link|url)|task|code|table|code-[a-z]+)\"| start=\"[0-9]{1,9}\"|"
                    + " tabindex=\"0\"| role=\"(?:group|img)\"| aria-label=\"(?:Code|Table|Completed|Open)\"|"
                    + " align=\"(?:left|center|right)\")*");

    private static void isHarmless(String html) {
        Matcher tag = TAG.matcher(html);
        while (tag.find()) {
            assertThat(tag.group(2)).matches(HARMLESS);
            assertThat(tag.group(3)).matches(ATTRIBUTES);
        }
        assertThat(tag.replaceAll("")).doesNotContain("<");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "<img src=x onerror=alert(1)>",
                "[a](javascript:alert(1))",
                "[a](<javascript:alert(1)>)",
                "![a](https://example.com/x.png \"t\")",
                "<a href='x' onclick=y>z</a>",
                "<!-- x --><svg/onload=alert(1)>",
                "```java\n<b>/*<img src=x onerror=alert(1)>*/\n```",
                "~~<script>~~ - [x] <b>",
                "```js\"onmouseover=alert(1)\n<b>\n```",
                "[x]: javascript:alert(1)\n[x]",
                "<style>*{display:none}</style>",
                "| <b> |\n|---|\n| <i onclick=x> |",
            })
    void whatCouldDoSomethingIsText(String markdown) {
        isHarmless(SafeHtml.of(markdown));
    }

    @Test
    void ordinaryMarkdownIsRendered() {
        assertThat(SafeHtml.of("# T\n\n**b** `c` [l](https://example.com)\n\n- x\n"))
                .contains("<h1>T</h1>", "<strong>b</strong>", "<code>c</code>", "<li>x</li>")
                .contains("<span class=\"md-link\">l</span>", "https://example.com");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '^', textBlock = """
            ~~gone~~                  => <del>gone</del>
            a ~b~ c                   => <del>b</del>
            - [x] a                   => <span class="task" role="img" aria-label="Completed">☑</span> a
            * [ ] a                   => <span class="task" role="img" aria-label="Open">☐</span> a
            <https://a.example/b>     => <p><span class="md-url">https://a.example/b</span></p>
            <a@b.example>             => <p><span class="md-url">mailto:a&#64;b.example</span></p>
            https://a.example/b_c_d   => <p>https://a.example/b_c_d</p>
            [https://a](https://b)    => <span class="md-url"> ‹https://b›</span>
            """)
    void extensionsOfGitHubAreRendered(String markdown, String expected) {
        assertThat(SafeHtml.of(markdown)).contains(expected);
    }

    @Test
    void tableIsABoxWithTheAlignmentOfItsColumns() {
        assertThat(SafeHtml.of("| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |\n"))
                .contains("<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>")
                .contains("<th align=\"left\">a</th>", "<th align=\"center\">b</th>", "<th align=\"right\">c</th>")
                .contains("<td align=\"left\">1</td>", "<td align=\"center\">2</td>", "<td align=\"right\">3</td>")
                .contains("<th>d</th>", "<td>4</td>");
    }

    @Test
    void codeIsABoxInItsColours() {
        assertThat(SafeHtml.of("```java\n/* x */ class A { int b = 12; }\n```\n"))
                .contains("<pre tabindex=\"0\" role=\"group\" aria-label=\"Code\">")
                .contains("<span class=\"code-comment\">/* x */</span>", "<span class=\"code-keyword\">class</span>")
                .contains("<span class=\"code-number\">12</span>");
        assertThat(SafeHtml.of("    indented <b>\n")).contains("aria-label=\"Code\"><code>indented &lt;b&gt;");
    }

    @Test
    void codeInAnUnknownLanguageStaysPlain() {
        assertThat(SafeHtml.of("```klingon\nclass A { int b = 12; }\n```\n"))
                .contains("<code>class A { int b &#61; 12; }\n</code>");
    }

    @Test
    void onlyTheFirstCharactersOfATextAreHighlighted() {
        String block = "```java\nint x = 1;\n" + " ".repeat(CodeHighlighter.MAX_CHARACTERS / 2) + "\n```\n\n";
        assertThat(SafeHtml.of(block + block).split("code-name", -1)).hasSize(2);
    }

    @Test
    void charactersThatHideOrReorderAreVisible() {
        assertThat(SafeHtml.of("a\u202eb\u001b[2Jc\u0000"))
                .contains("\\u{202E}", "\\u{1B}[2J", "\\u{0}")
                .doesNotContain("\u202e", "\u001b");
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {">", "- ", "* ", "[", "![", "**a ", "_", "`", "<", "1. ", "|"})
    void deepNestingIsNoFailure(String part) {
        isHarmless(SafeHtml.of(part.repeat(20_000) + "x"));
    }

    @Test
    void longTextsAreCutAndSaidToBe() {
        assertThat(SafeHtml.of("x".repeat(SafeHtml.MAX_CHARACTERS + 5))).contains("5 more characters");
    }

    @Test
    void randomTextsAreHarmless() {
        Random random = new Random(20261123);
        String[] parts = {
            "<",
            ">",
            "\"",
            "'",
            "[",
            "]",
            "(",
            ")",
            "!",
            "`",
            "*",
            "_",
            "\n",
            " ",
            "script",
            "on",
            "=",
            "javascript:",
            "&",
            "#",
            "<img ",
            "src",
            "|",
            "---",
            "\\",
            "/",
            "a",
            "<!--",
            "-->",
            "<a href=",
            "\u202e"
        };
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(30); length >= 0; length--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            isHarmless(SafeHtml.of(text.toString()));
        }
    }
}
