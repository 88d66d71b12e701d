package io.acp4j.client.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a command line is handed to the shell of each system. */
class CommandLineTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '#',
            value = {
                "dir, \"dir\"",
                "echo a & echo b, \"echo a & echo b\"",
                "\"C:\\Program Files\\x.exe\" \"a\", \"\"C:\\Program Files\\x.exe\" \"a\"\"",
                "dir C:\\, \"dir C:\\ \"",
            })
    void interpreterOfWindowsGetsTheLineAsItIsInOuterQuotes(String line, String word) {
        assertThat(CommandLine.shell(true, line)).containsExactly("cmd.exe", "/d", "/s", "/c", word);
    }

    @Test
    void shellElsewhereGetsTheLineAsAWord() {
        assertThat(CommandLine.shell(false, "say \"hi\" \\")).containsExactly("/bin/sh", "-c", "say \"hi\" \\");
    }
}
