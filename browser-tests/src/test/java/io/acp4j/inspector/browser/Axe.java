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

    private Axe() {}

    private static String read(String resource) {
        try (InputStream in = Axe.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static void isAccessible(InspectorPage page, String where) {
        // As a debugger would: the page's own policy would not let this script in.
        page.page().evaluate(AXE);
        Object found = page.page()
                .evaluate("async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a',"
                        + " 'wcag21aa']})).violations.flatMap(rule => rule.nodes.map(node => rule.id + ': ' +"
                        + " node.html.slice(0, 200) + ' ' + node.any.map(check => check.message).join(' ')))");
        assertThat((List<?>) found).as("violations in " + where).isEmpty();
    }
}
