package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellCommandsTest {

    @Test
    void commandsInTheDocumentsAreThere() {
        Path root = PublishedModule.projectRoot();
        ShellCommands commands = new ShellCommands(root);

        assertThat(Documents.all(root)).flatExtracting(commands::problems).isEmpty();
        assertThat(commands.checked()).isGreaterThan(20);
    }

    @Test
    void whatIsNotThereIsReported(@TempDir Path root) throws IOException {
        Files.writeString(root.resolve("pom.xml"), "<profile><id>release</id></profile>");
        Files.createDirectories(root.resolve("docs/reference"));
        Files.writeString(root.resolve("docs/reference/cli.md"), """
                ## acp inspect
                      --port=PORT   The port.
                ## acp certify
                ## acp certify agent
                      --jobs=N      How many.
                """);
        assertThat(Files.createFile(root.resolve("tck")).toFile().setExecutable(true))
                .isTrue();
        assertThat(Files.createFile(root.resolve("plain")).toFile().setExecutable(false))
                .isTrue();
        Path document = Files.writeString(root.resolve("some.md"), """
                Run `./gone` or `./plain`, or `mvn -Prelease verify`, or `mvn -Prelease,none -pl nowhere verify`.
                ```
                ./tck agent --jobs 2 -- my-agent --acp
                ./tck agent --speed 2
                acp inspect --port 0 --jobs 2 -- my-agent --acp
                java -jar acp.jar inspct
                ./mvnw -Pmissing verify
                ```
                """);

        assertThat(new ShellCommands(root).problems(document))
                .containsExactly(
                        "some.md:1: no such file: ./gone",
                        "some.md:1: not executable: ./plain",
                        "some.md:1: no such profile: none",
                        "some.md:1: no such module: nowhere",
                        "some.md:4: acp certify agent has no option --speed",
                        "some.md:5: acp inspect has no option --jobs",
                        "some.md:6: acp has no command inspct",
                        "some.md:7: no such file: ./mvnw",
                        "some.md:7: no such profile: missing");
    }
}
