package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The geometric checks report faults that changes of the inspector's style sheet cause. */
class InspectorGeometryTest extends BrowserTest {

    /** Style elements are against the policy of the page. */
    private static final String ADD_STYLE = """
            style => {
              const sheet = new CSSStyleSheet();
              sheet.replaceSync(style);
              document.adoptedStyleSheets = [sheet];
              const talk = document.querySelector('.talk');
              talk.scrollTop = talk.scrollHeight;
            }
            """;

    /** Checks, ends of paths, and changes of the style sheet. */
    private static final String CHANGES = """
            scrolls beyond its content | div.talk       | .entries::after { content: ''; position: absolute; top: 5000px; height: 1px; width: 1px }
            blank                      | div.talk       | .entries { translate: 0 -9000px }
            outside its container      | div.rows       | .diff { width: 130%; overflow: visible }
            cut off                    | div.rows       | .diff { width: 130% } .call { overflow: hidden }
            covered                    | button.primary | .toasts { position: fixed; inset: auto 0 0; height: 120px; background: white }
            out of sight               | button.primary | .tools .primary { position: fixed; top: -100px }
            escapes its scroller       | span.hidden    | .diff .rows { position: static }
            escapes its scroller       | span.hidden    | .plan ol { position: static }
            scrolls sideways           | div.frames     | .frames .canvas { width: 150% }
            wraps                      | div.tabs       | .tabs { padding-right: 200px }
            word is broken             | p              | .entry .md { width: 60px }
            higher than the window     | html           | x-app { min-height: 130vh }
            """;

    @Test
    void faultsOfTheStyleSheetAreReported() {
        connected().newSession().ask("markdown").ask("markdown").ask("tool");
        page.ask("extraordinary words");
        page.page().locator(".plan summary").click();
        HeldMessages.drawn(page.page());
        assertThat(PageGeometry.check(page.page(), "body")).isEmpty();
        for (String line : CHANGES.lines().toList()) {
            String[] change = line.split("\\s*\\|\\s*");
            page.page().evaluate(ADD_STYLE, change[2]);
            HeldMessages.drawn(page.page());
            assertThat(PageGeometry.check(page.page(), "body"))
                    .as("faults after " + change[2])
                    .anyMatch(fault ->
                            fault.check().equals(change[0]) && fault.path().endsWith(change[1]));
        }
    }
}
