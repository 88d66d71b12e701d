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
