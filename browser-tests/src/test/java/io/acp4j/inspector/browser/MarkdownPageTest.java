package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.ElementHandle;
import com.microsoft.playwright.Locator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Code and tables of messages, and messages that grow. */
class MarkdownPageTest extends BrowserTest {

    private String style(Locator element, String name) {
        return (String) element.evaluate("(element, name) => getComputedStyle(element)[name]", name);
    }

    @Test
    void codeIsCopiedWithTheKeyboard() {
        page.page().context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        connected().newSession().ask("markdown");

        page.entries("agent").locator("pre").focus();
        page.page().keyboard().press("ArrowRight");
        page.page().keyboard().press("Enter");

        page.seesText(page.page().locator(".toast[role=status]"), "The code is copied.");
        assertThat(page.page().evaluate("() => navigator.clipboard.readText()")).isEqualTo("int x = 1;");
    }

    @Test
    void codeIsInColourAndColumnsAreAligned() {
        connected().newSession().ask("megabyte");

        Locator message = page.entries("agent");
        Locator keyword = message.locator(".code-name").first();
        assertThat(style(keyword, "color"))
                .isNotEqualTo(style(message.locator("pre").first(), "color"));
        assertThat(style(message.locator("td").first(), "textAlign")).isEqualTo("left");
        assertThat(style(message.locator("td").nth(1), "textAlign")).isEqualTo("right");
    }

    @Test
    void partsOfALongMessageStayWhileItGrows() {
        connected().newSession().send("megabyte");
        Locator message = page.entries("agent");
        ElementHandle first = message.locator("pre").first().elementHandle();
        first.focus();

        page.idle();

        page.seesText(message, "more characters");
        assertThat((boolean) first.evaluate("pre => pre.isConnected && pre === document.activeElement"))
                .isTrue();
        page.counts(message.locator("x-copy"), message.locator("pre").count());
    }
}
