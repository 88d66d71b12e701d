package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CertifiedAgentsTest {

    @Test
    void thePageSaysWhatIsRecordedOfRealAgents() throws IOException {
        Path root = PublishedModule.projectRoot();
        Path page = root.resolve("docs/certified.md");
        CertifiedAgents agents = CertifiedAgents.recordedBelow(root);
        String expected = agents.page().strip() + "\n";
        if (Documents.WRITE) {
            Files.writeString(page, expected);
        }

        assertThat(agents.count()).isPositive();
        assertThat(Files.readString(page))
                .as("%s; build-support/write-docs writes it anew", page)
                .isEqualTo(expected);
    }
}
