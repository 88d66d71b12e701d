package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostCommandTest {

    private static String line(Map<String, String> environment, String... words) {
        return new HostCommand(null, List.of(words), environment, Path.of("/")).commandLine();
    }

    @Test
    void commandLineShowsVariablesAndTheEndsOfWords() {
        assertThat(line(Map.of(), "rm", "-v", "notes.txt")).isEqualTo("rm -v notes.txt");
        assertThat(line(Map.of("PATH", "/tmp/x", "A", "1; 2"), "rm", "a b", "it's", ""))
                .isEqualTo("A='1; 2' PATH=/tmp/x rm 'a b' 'it'\\''s' ''");
        assertThat(line(Map.of(), "sh", "-c", "rm -r *; echo 'x'", "a\nb"))
                .isEqualTo("sh -c 'rm -r *; echo '\\''x'\\''' 'a\\nb'");
    }

    @Test
    void commandLineShowsHiddenCharacters() {
        assertThat(line(Map.of(), "rm", "\u202Etxt")).isEqualTo("rm '\\u{202E}txt'");
    }
}
