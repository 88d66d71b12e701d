package io.acp4j.architecture.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownTest {

    @TempDir
    Path root;

    @Test
    void codeInATableMayBreakBetweenItsPartsAndARequirementNowhere() throws IOException {
        String html = html("""
                | id | needs |
                |---|---|
                | INIT-001 | `agentCapabilities.auth` or `session/load` |
                """);

        assertThat(html)
                .contains("<td class=\"id\">INIT-001</td>")
                .contains("<code>agent<wbr>Capabilities.<wbr>auth</code> or <code>session/<wbr>load</code>");
    }

    @Test
    void codeOutsideOfTablesStaysAsItIs() throws IOException {
        assertThat(html("See `agentCapabilities.auth`.")).contains("<code>agentCapabilities.auth</code>");
    }

    @Test
    void requirementsHaveAnchorsAndLinksToWhatTheyCiteAndToThoseOfVersionOne() throws IOException {
        Path tables = Files.createDirectories(root.resolve("acp-tck/src/main/resources/io/acp4j/tck"));
        Path first = Files.writeString(tables.resolve("agent-requirements.md"), """
                | id | level | source | needs | requirement | citation |
                |---|---|---|---|---|---|
                | STDIO-001 | MUST | acp |  | Text. | transports, stdio |
                """);
        Path second = Files.writeString(tables.resolve("agent-requirements-v2.md"), """
                | = | STDIO-001 STDIO-002 |
                | = | RPC-001 |
                """);
        Markdown markdown = new Markdown(root, Set.of(first, second));

        assertThat(markdown.requirements(first).html())
                .contains("<td class=\"id\" id=\"STDIO-001\">STDIO-001</td>")
                .contains("<a href=\"https://agentclientprotocol.com/protocol/v1/transports\">transports, stdio</a>");
        assertThat(markdown.requirements(second).html())
                .contains("<li><a href=\"", "agent-requirements.html#STDIO-001\" class=\"id\">STDIO-001</a>, <a")
                .contains("agent-requirements.html#RPC-001\" class=\"id\">RPC-001</a></li>")
                .doesNotContain("|");
    }

    @Test
    void namesOfTypesLeadToTheirJavadocWhereOneTypeHasTheName() throws IOException {
        for (String page : List.of("a/io/One.html", "a/io/Two.html", "b/io/Two.html", "a/io/class-use/Three.html")) {
            Path file = root.resolve("javadoc").resolve(page);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "");
        }
        JavadocLinks links = new JavadocLinks(root.resolve("javadoc"));

        assertThat(links.linked("<code>One</code> <code>One.of(x)</code>", "../api/"))
                .isEqualTo("<a href=\"../api/a/io/One.html\"><code>One</code></a>"
                        + " <a href=\"../api/a/io/One.html\"><code>One.of(x)</code></a>");
        String others =
                "<code>Two</code> <code>Three</code> <h2><code>One</code></h2> <a href=\"x\"><code>One</code></a>";
        assertThat(links.linked(others, "")).isEqualTo(others);
        assertThat(new JavadocLinks(null).linked("<code>One</code>", "")).isEqualTo("<code>One</code>");
    }

    private String html(String markdown) throws IOException {
        Path page = root.resolve("page.md");
        Files.writeString(page, markdown);
        return new Markdown(root, Set.of(page)).page(page).html();
    }
}
