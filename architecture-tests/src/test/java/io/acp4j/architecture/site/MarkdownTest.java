package io.acp4j.architecture.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private String html(String markdown) throws IOException {
        Path page = root.resolve("page.md");
        Files.writeString(page, markdown);
        return new Markdown(root, Set.of(page)).page(page).html();
    }
}
