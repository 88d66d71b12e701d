package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Looks for what keeps people out. */
final class Axe {

    private static final String AXE = read("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js");

    /** Rows of a long list are alike, and the rules look at each of their texts, so the first ones are enough. */
    private static final String RUN = """
            async scope => {
              const context = { include: [...document.querySelectorAll(scope)], exclude: ['.rows > :nth-child(n + 20)'] };
              const { violations } = await axe.run(context, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] });
              return violations.flatMap(rule => rule.nodes.map(node =>
                [rule.id, node.html.slice(0, 200) + ' ' + node.any.map(check => check.message).join(' ')]));
            }
            """;

    private Axe() {}

    private static String read(String resource) {
        try (InputStream in = Axe.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static void isAccessible(InspectorPage page, String where) {
        assertThat(violations(page, "body")).as("violations in " + where).isEmpty();
    }

    /** Returns the violations in the elements that a selector names, each with its rule as the path. */
    static List<PageFault> violations(InspectorPage page, String scope) {
        // As a debugger would: the page's own policy would not let this script in.
        page.page().evaluate("() => { if (!globalThis.axe) { " + AXE + " } }");
        List<?> found = (List<?>) page.page().evaluate(RUN, scope);
        return found.stream()
                .map(List.class::cast)
                .map(each -> new PageFault("axe", (String) each.get(0), (String) each.get(1)))
                .toList();
    }
}
