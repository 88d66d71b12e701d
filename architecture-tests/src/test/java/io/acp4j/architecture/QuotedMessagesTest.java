package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page on troubleshooting quotes messages as they are. */
class QuotedMessagesTest {

    /** Headings that name a member rather than a message, and words of agents that are only examples. */
    private static final List<String> EXAMPLES = List.of("data.reason");

    @Test
    void everyMessageOfTheTroubleshootingPageIsSaidSomewhere() throws IOException {
        QuotedMessages messages = new QuotedMessages();
        for (PublishedModule module : PublishedModule.ALL) {
            for (Path file : module.sourceFiles()) {
                messages.read(Files.readString(file));
            }
        }
        for (String launcher : List.of(
                "build-support/launcher.sh", "build-support/toolchain.sh", ".mvn/wrapper/MavenDownloader.java")) {
            messages.read(Files.readString(PublishedModule.projectRoot().resolve(launcher)));
        }
        List<String> lines = Documents.lines(PublishedModule.projectRoot()
                .resolve("docs")
                .resolve("operations")
                .resolve("troubleshooting.md"));
        assertThat(lines).hasSizeGreaterThan(50);

        assertThat(messages.unknown(lines))
                .filteredOn(quote -> EXAMPLES.stream().noneMatch(quote::endsWith))
                .isEmpty();
    }

    @Test
    void aMessageIsFoundAcrossWhatIsFilledIn() {
        QuotedMessages messages = new QuotedMessages();
        messages.read(
                "throw new X(\"could not launch \\\"\" + program + \"\\\": it \" + \"failed\"); LOG.warn(\"lost {} of {}\");");

        assertThat(messages.unknown(List.of(
                        "| `could not launch \"npx\"` … `it failed` | cause |",
                        "| log: `lost … of …` | cause |",
                        "| text | `not in the first cell` |",
                        "| `it succeeded` | cause |",
                        "| `lost … for …` | cause |")))
                .containsExactly("4: it succeeded", "5: lost … for …");
    }
}
