package io.acp4j.inspector.browser;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;

/** Walks of a page with the Tab key. */
final class TabStops {

    /** Maximum number of presses of a walk. */
    private static final int LIMIT = 80;

    private static final String FOCUSED = """
        () => {
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const name = element.getAttribute('aria-label') ?? element.textContent.trim().replace(/\\s+/g, ' ').slice(0, 30);
          return `${element.getAttribute('role') ?? element.localName} ${element.id ? '#' + element.id : ''} ${name}`;
        }
        """;

    private TabStops() {}

    /** Returns the stops from the start of the page up to an element, which is the last of them. */
    static List<String> upTo(Page page, String selector) {
        page.evaluate("() => { document.activeElement?.blur(); getSelection().removeAllRanges(); }");
        page.locator("body")
                .evaluate("body => { body.tabIndex = -1; body.focus(); body.removeAttribute('tabindex'); }");
        return walk(page, selector, "Tab");
    }

    /** Presses a key until an element has the focus; returns the stops on the way. */
    static List<String> walk(Page page, String selector, String key) {
        List<String> stops = new ArrayList<>();
        while (stops.size() < LIMIT) {
            page.keyboard().press(key);
            stops.add(String.valueOf(page.evaluate(FOCUSED)));
            if ((boolean) page.evaluate("selector => document.activeElement.matches(selector)", selector)) {
                return stops;
            }
        }
        throw new AssertionError("the key " + key + " does not lead to " + selector + ": " + stops);
    }
}
