package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinksTest {

    @TempDir
    private Path directory;

    @Test
    void everyLinkInsideTheProjectLeadsSomewhere() {
        Path root = PublishedModule.projectRoot();
        Links links = new Links(root);
        List<Path> documents = Documents.all(root);

        assertThat(documents).isNotEmpty();
        assertThat(documents).flatExtracting(links::problems).isEmpty();
    }

    @Test
    void everyPageOfTheDocumentationIsReachedFromItsIndex() {
        Path root = PublishedModule.projectRoot();
        Path index = root.resolve("docs/index.md");
        List<Path> pages = Documents.all(root).stream()
                .filter(page -> page.startsWith(root.resolve("docs")))
                .toList();

        assertThat(new Links(root).reachableFrom(index)).containsAll(pages);
        assertThat(new Links(root).reachableFrom(root.resolve("README.md"))).contains(index);
    }

    @Test
    void linksThatLeadNowhereAreReported() throws IOException {
        Files.writeString(directory.resolve("other.md"), "# A `name`, and more\n# Twice\n# Twice\n");

        assertThat(problems("""
                # Here
                [a](other.md) [b](other.md#a-name-and-more) [c](#here) [d](other.md#twice-1) [e](https://example.com/x.md)
                `[not a link](gone.md)`
                ```
                [neither](gone.md)
                ```
                [f](gone.md) and [g](other.md#nothing)
                [h](#nowhere)
                [i](../outside.md)
                """))
                .containsExactly(
                        "some.md:7: no such file: gone.md",
                        "some.md:7: no such heading: other.md#nothing",
                        "some.md:8: no such heading: #nowhere",
                        "some.md:9: leads out of the project: ../outside.md");
    }

    private List<String> problems(String markdown) throws IOException {
        return new Links(directory).problems(Files.writeString(directory.resolve("some.md"), markdown));
    }
}
