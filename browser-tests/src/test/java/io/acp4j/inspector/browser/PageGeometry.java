package io.acp4j.inspector.browser;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The geometric checks of {@code geometry.js}, with the options of the inspector's page. */
final class PageGeometry {

    /** Options for the elements of the inspector. A new screen with a list or a toolbar adds its selectors here. */
    static final Map<String, Object> INSPECTOR = Map.of(
            "panels",
            ".left, .centre, .right, #panel, .panel, .talk, .frames, .detail, .comparison, [role=tree], .waterfall,"
                    + " .terminal, .diff",
            "sideways",
            "pre, .rows, .md .table, .panel.matrix",
            "canvases",
            ".frames .canvas, .waterfall .canvas",
            "floats",
            ".suggestions, .menu, .entry > .more",
            "oneLine",
            ".tools, .settings, .detail .head, .tabs, .places");

    /** The widest window in which toolbars may have several lines, as in the page's style sheet. */
    private static final int NARROW = 620;

    private static final String CHECKS = read();

    private PageGeometry() {}

    private static String read() {
        try (InputStream in = PageGeometry.class.getResourceAsStream("geometry.js")) {
            return new String(Objects.requireNonNull(in, "geometry.js").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks the part of the inspector's page that a selector names. */
    static List<PageFault> check(Page page, String scope) {
        Map<String, Object> options = new HashMap<>(INSPECTOR);
        options.put("scope", scope);
        if (page.viewportSize().width <= NARROW) {
            options.remove("oneLine");
        }
        return check(page, options);
    }

    /** Checks any page; {@code geometry.js} describes the options. */
    static List<PageFault> check(Page page, Map<String, Object> options) {
        List<?> findings = (List<?>) page.evaluate(CHECKS, options);
        return findings.stream()
                .map(Map.class::cast)
                .map(each ->
                        new PageFault((String) each.get("check"), (String) each.get("path"), (String) each.get("text")))
                .toList();
    }
}
