package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java blocks of the documents compile with the imports that the documents list. */
class CopiedBlocksTest {

    /** Modules whose sources the documents show. */
    private static final List<String> MODULES = List.of(
            "examples",
            "acp-agent",
            "acp-langchain4j",
            "acp-observability",
            "acp-spring-ai",
            "acp-spring-boot-starter",
            "acp-store-jdbc",
            "acp-transport-http",
            "acp-transport-ws");

    /** Lower limit of the number of blocks, because a comparison of nothing succeeds. */
    private static final int MINIMUM_BLOCKS = 100;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeSource() throws IOException {
        Path sources = Files.createDirectories(directory.resolve("examples/src/main/java/some"));
        Files.writeString(sources.resolve("Importing.java"), """
                package some;

                import static java.util.Collections.emptyList;
                import java.util.List;
                import java.util.Set;

                class Importing {
                    void run(Set<String> names) {
                        // snippet:body
                        List<Nested> nested = emptyList();
                        names.add(nested.toString());
                        // end
                    }

                    static class Nested {}
                }
                """);
    }

    @Test
    void theBlocksOfAllDocumentsCompileWithTheImportsBelowThem() throws IOException {
        Path root = PublishedModule.projectRoot();
        CopiedBlocks blocks = new CopiedBlocks(root, CopiedBlocks.classPathOf(root, MODULES));
        Documents.all(root).forEach(blocks::add);

        assertThat(blocks.problems()).isEmpty();
        assertThat(blocks.size()).isGreaterThan(MINIMUM_BLOCKS);
    }

    @Test
    void aBlockWithAllImportsCompiles() throws IOException {
        assertThat(problems(
                        "import static java.util.Collections.emptyList;", "import java.util.List;", "[`Nested`](x)"))
                .isEmpty();
    }

    @Test
    void aMissingImportIsReported() throws IOException {
        assertThat(problems("import static java.util.Collections.emptyList;", "[`Nested`](x)"))
                .singleElement()
                .asString()
                .startsWith("some.md:2: cannot find symbol")
                .contains("class List");
    }

    @Test
    void aMissingStaticImportIsReported() throws IOException {
        assertThat(problems("import java.util.List;", "[`Nested`](x)"))
                .singleElement()
                .asString()
                .startsWith("some.md:2: cannot find symbol")
                .contains("method emptyList()");
    }

    @Test
    void aTypeOfTheExamplesThatIsNotNamedIsReported() throws IOException {
        assertThat(problems("import static java.util.Collections.emptyList;", "import java.util.List;"))
                .containsExactly("some.md:2: some.Importing.Nested is neither imported nor named below");
    }

    @Test
    void anImportThatOnlyAnotherDocumentListsIsReported() throws IOException {
        CopiedBlocks blocks = new CopiedBlocks(directory, "");
        blocks.add(document(
                "complete.md",
                "import static java.util.Collections.emptyList;",
                "import java.util.List;",
                "[`Nested`](x)"));
        blocks.add(document("some.md", "[`Nested`](x)"));

        assertThat(blocks.problems())
                .containsExactly(
                        "some.md:2: emptyList is neither imported nor named below",
                        "some.md:2: java.util.List is neither imported nor named below");
    }

    private List<String> problems(String... fold) throws IOException {
        CopiedBlocks blocks = new CopiedBlocks(directory, "");
        blocks.add(document("some.md", fold));
        return blocks.problems();
    }

    private Path document(String name, String... fold) throws IOException {
        return Files.writeString(directory.resolve(name), """
                <!-- snippet: examples/src/main/java/some/Importing.java#body -->
                ```java
                List<Nested> nested = emptyList();
                names.add(nested.toString());
                ```

                <details><summary>Imports</summary>
                %s
                </details>
                """.formatted(String.join("\n", fold)));
    }
}
