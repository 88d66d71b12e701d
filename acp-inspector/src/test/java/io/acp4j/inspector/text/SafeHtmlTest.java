package io.acp4j.inspector.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeHtmlTest {

    private static final Pattern TAG = Pattern.compile("<(/?)([a-z0-9]+)([^>]*)>");
    private static final Pattern HARMLESS = Pattern.compile(
            "(?:p|br|hr|h[1-6]|em|strong|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|span)");
    private static final Pattern ATTRIBUTES =
            Pattern.compile("(?: ?/| class=\"md-(?:link|url)\"| start=\"[0-9]{1,9}\")?");

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
