package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PackagesReferenceTest {

    @Test
    void theListOfPackagesAndTypesIsThatOfTheApi() throws IOException {
        Path root = PublishedModule.projectRoot();
        Path page = root.resolve("docs/reference/packages.md");
        String expected = PackagesReference.page(root);
        if (Documents.WRITE) {
            Files.writeString(page, expected);
        }

        assertThat(Files.readString(page))
                .as("%s; build-support/write-docs writes it", page)
                .isEqualTo(expected);
        assertThat(expected).contains("| `AgentMessageChunk` | `io.acp4j.schema.update` | acp-schema |");
    }
}
