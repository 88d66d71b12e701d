package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MethodsReferenceTest {

    @Test
    void theListOfMethodsIsThatOfTheSources() throws IOException {
        Path root = PublishedModule.projectRoot();
        Path page = root.resolve("docs/reference/methods.md");
        String expected = MethodsReference.page(root);
        if (Documents.WRITE) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, expected);
        }

        assertThat(Files.readString(page))
                .as("%s; build-support/write-docs writes it anew", page)
                .isEqualTo(expected);
    }
}
