package io.acp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The completion script, in the shell that it is for. */
@EnabledOnOs(OS.LINUX)
class CompletionTest {

    @TempDir
    private static Path directory;

    private static Path script;

    @BeforeAll
    static void writeScript() throws Exception {
        Path configuration = Files.createDirectories(directory.resolve("acp"));
        new ConfiguredAgents()
                .program("greeting", List.of("my-agent"), Map.of())
                .program("$(touch " + directory + "/harm)", List.of("my-agent"), Map.of())
                .writeTo(configuration);
        ProcessBuilder builder = new ProcessBuilder(ChildJvm.java(Main.class, "completion", "bash"));
        builder.environment().put("XDG_CONFIG_HOME", directory.toString());
        script = directory.resolve("script");
        assertThat(builder.redirectOutput(script.toFile()).start().waitFor()).isZero();
    }

    /** Returns the completions that bash offers for the words of a command line. */
    private static List<String> completed(String words) throws Exception {
        // Outside a completion, bash refuses to change its options.
        String complete =
                "compopt() { :; }; source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMP_LINE=\"$*\";"
                        + " COMP_POINT=${#COMP_LINE}; _complete_acp; printf '%s\\n' \"${COMPREPLY[@]}\"";
        List<String> command = new ArrayList<>(List.of("bash", "-c", complete, script.toString()));
        command.addAll(List.of(words.split(" ", -1)));
        Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> offered = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .toList();
        assertThat(bash.waitFor()).isZero();
        return offered;
    }

    @ParameterizedTest
    @CsvSource({
        "acp insp, inspect",
        "acp cer, certify",
        "acp certify co, compare",
        "acp inspect --rec, --recording",
        "acp certify agent --stal, --stalled-reader",
        "acp chat --agent g, greeting",
        "acp certify agent --agent g, greeting"
    })
    void commandsOptionsAndConfiguredNamesAreOffered(String words, String expected) throws Exception {
        assertThat(completed(words)).containsExactly(expected);
    }

    @Test
    void namesThatAShellWouldInterpretAreOmitted() throws Exception {
        assertThat(completed("acp chat --agent ")).containsExactly("greeting");
        assertThat(directory.resolve("harm")).doesNotExist();
    }

    @Test
    void scriptIsTheSameForBothShells() {
        StringWriter[] scripts = {new StringWriter(), new StringWriter()};
        for (int i = 0; i < 2; i++) {
            assertThat(AcpCommand.commandLine("acp")
                            .setOut(new PrintWriter(scripts[i]))
                            .execute("completion", i == 0 ? "bash" : "ZSH"))
                    .isZero();
        }
        assertThat(scripts[0].toString()).isNotEmpty().isEqualTo(scripts[1].toString());
    }
}
