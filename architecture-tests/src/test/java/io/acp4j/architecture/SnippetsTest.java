package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnippetsTest {

    /** How many blocks there are at least, so that the comparison cannot end up comparing nothing. */
    private static final int MINIMUM_SNIPPETS = 8;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeSource() throws IOException {
        Files.writeString(directory.resolve("Some.java"), """
                class Some {
                    // snippet:body
                    void run() {
                        call();
                    }
                    // end
                }
                """);
    }

    @Test
    void codeInTheDocumentsIsCodeThatIsCompiled() throws IOException {
        Path root = PublishedModule.projectRoot();
        Snippets snippets = new Snippets(root);
        for (Path document : Documents.all(root)) {
            if (Documents.WRITE) {
                snippets.write(document);
            }
            snippets.read(document);
        }

        assertThat(snippets.problems()).isEmpty();
        assertThat(snippets.compared()).isGreaterThanOrEqualTo(MINIMUM_SNIPPETS);
    }

    @Test
    void aBlockEqualToItsRegionIsAccepted() throws IOException {
        Snippets snippets = check("""
                <!-- snippet: Some.java#body -->
                ```java
                void run() {
                    call();
                }
                ```
                """);

        assertThat(snippets.problems()).isEmpty();
        assertThat(snippets.compared()).isEqualTo(1);
    }

    @Test
    void aBlockThatDiffersIsReported() throws IOException {
        assertThat(check("""
                        <!-- snippet: Some.java#body -->

                        ```java
                        void run() {}
                        ```
                        """).problems())
                .singleElement()
                .asString()
                .startsWith("some.md:3: differs from Some.java#body, which reads:\nvoid run() {\n    call();\n}");
    }

    @Test
    void aJavaBlockWithoutMarkerIsReported() throws IOException {
        assertThat(check("text\n```java\nrun();\n```\n```bash\nls\n```\n").problems())
                .containsExactly("some.md:2: a Java block without a snippet marker");
    }

    @Test
    void aBlockIsWrittenFromItsRegionAndTheRestIsKept() throws IOException {
        Path document = Files.writeString(directory.resolve("some.md"), """
                before
                <!-- snippet: Some.java#body -->
                ```java
                old();
                ```
                after
                ```
                untouched
                ```
                """);

        new Snippets(directory).write(document);

        assertThat(document).hasContent("""
                before
                <!-- snippet: Some.java#body -->
                ```java
                void run() {
                    call();
                }
                ```
                after
                ```
                untouched
                ```
                """);
    }

    @Test
    void theImportsOfABlockAreWrittenBelowIt() throws IOException {
        writeImportingSource();
        Path document = Files.writeString(directory.resolve("some.md"), """
                <!-- snippet: examples/src/main/java/some/Importing.java#body -->
                ```java
                ```

                <details><summary>Imports</summary>

                old
                </details>

                after
                """);
        Snippets snippets = new Snippets(directory);

        snippets.write(document);
        snippets.read(document);

        assertThat(document).hasContent("""
                <!-- snippet: examples/src/main/java/some/Importing.java#body -->
                ```java
                List<Other> others = list(Files.STAMP, new Nested()); // not a Set
                ```

                <details><summary>Imports</summary>

                ```java
                import static java.util.Collections.list;

                import java.util.List;
                ```

                From [Importing.java](examples/src/main/java/some/Importing.java). Also needed: \
                [`Nested`](examples/src/main/java/some/Importing.java), [`Other`](examples/src/main/java/some/Other.java).

                </details>

                after
                """.replace("\\\n", ""));
        assertThat(snippets.problems()).isEmpty();
    }

    @Test
    void importsThatDifferAreReported() throws IOException {
        writeImportingSource();

        assertThat(check("""
                        <!-- snippet: examples/src/main/java/some/Importing.java#body -->
                        ```java
                        List<Other> others = list(Files.STAMP, new Nested()); // not a Set
                        ```
                        """).problems())
                .singleElement()
                .asString()
                .startsWith("some.md:2: the imports of examples/src/main/java/some/Importing.java#body differ");
    }

    @Test
    void aBlockThatContainsItsImportsHasNoneBelowIt() throws IOException {
        writeImportingSource();
        Path document = Files.writeString(directory.resolve("some.md"), """
                <!-- snippet: examples/src/main/java/some/Whole.java#file -->
                ```java
                ```
                """);

        new Snippets(directory).write(document);

        assertThat(document).hasContent("""
                <!-- snippet: examples/src/main/java/some/Whole.java#file -->
                ```java
                import java.util.List;

                class Whole {
                    List<String> names;
                }
                ```
                """);
    }

    private void writeImportingSource() throws IOException {
        Path sources = Files.createDirectories(directory.resolve("examples/src/main/java/some"));
        Files.writeString(sources.resolve("Other.java"), "package some;\nclass Other {}\n");
        Files.writeString(sources.resolve("Importing.java"), """
                package some;

                import static java.util.Collections.list;
                import static java.util.Collections.sort;

                import java.util.List;
                import java.util.Set;

                class Importing {
                    // snippet:body
                    List<Other> others = list(Files.STAMP, new Nested()); // not a Set
                    // end
                    Set<Other> unused;

                    static class Nested {}
                }
                """);
        Files.writeString(sources.resolve("Whole.java"), """
                package some;

                // snippet:file
                import java.util.List;

                class Whole {
                    List<String> names;
                }
                // end
                """);
    }

    @Test
    void aMarkerThatLeadsNowhereIsReported() throws IOException {
        assertThat(check("""
                        <!-- snippet: Some.java#other -->
                        ```java
                        ```
                        <!-- snippet: None.java#body -->
                        ```java
                        ```
                        <!-- snippet: Some.java#body -->
                        text
                        <!-- snippet: Some.java#body -->
                        """).problems())
                .containsExactly(
                        "some.md:2: no region other in Some.java",
                        "some.md:5: no file None.java",
                        "some.md:8: a snippet marker without a block after it",
                        "some.md: a snippet marker without a block after it");
    }

    private Snippets check(String markdown) throws IOException {
        Snippets snippets = new Snippets(directory);
        snippets.read(Files.writeString(directory.resolve("some.md"), markdown));
        return snippets;
    }
}
