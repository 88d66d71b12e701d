package io.acp4j.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How programs are found and started, on any system by the rules of each. */
class ProgramSearchTest {

    /** As Node.js, Python and a user install things; names have no case there. */
    private static final Set<String> FILES = Set.of(
                    "C:\\Program Files\\nodejs\\node.exe",
                    "C:\\Program Files\\nodejs\\npx",
                    "C:\\Program Files\\nodejs\\npx.cmd",
                    "C:\\Program Files\\nodejs\\npx.ps1",
                    "C:\\tools\\both.exe",
                    "C:\\tools\\both.cmd",
                    "C:\\tools\\dotted.name.bat",
                    "C:\\tools\\agent.js",
                    "C:\\tools\\old.com",
                    "C:\\work\\here.exe",
                    "C:\\work\\npx.cmd",
                    "C:\\work\\bin\\local.cmd",
                    "D:\\agent.exe")
            .stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());

    private static final Map<String, String> ENVIRONMENT = Map.of(
            "Path", ";.;bin;\"C:\\Program Files\\nodejs\";C:\\tools\\;C:\\none",
            "pathext", ".COM;.EXE;.BAT;.CMD;.VBS;.JS;.PS1",
            "COMSPEC", "C:\\Windows\\system32\\cmd.exe");

    private static ProgramSearch windows(Map<String, String> environment) {
        return new ProgramSearch(true, environment, "C:\\work", file -> FILES.contains(file.toLowerCase(Locale.ROOT)));
    }

    @ParameterizedTest
    @CsvSource({
        "npx, C:\\Program Files\\nodejs\\npx.cmd",
        "NPX, C:\\Program Files\\nodejs\\NPX.cmd",
        "npx.cmd, C:\\Program Files\\nodejs\\npx.cmd",
        "node, C:\\Program Files\\nodejs\\node.exe",
        "node.EXE, C:\\Program Files\\nodejs\\node.EXE",
        "both, C:\\tools\\both.exe",
        "old, C:\\tools\\old.com",
        "dotted.name, C:\\tools\\dotted.name.bat",
        "agent, ",
        "agent.js, ",
        "npx.ps1, ",
        "here, ",
        "local, ",
        ".\\here, C:\\work\\here.exe",
        "bin/local, C:\\work\\bin\\local.cmd",
        "bin\\local.cmd, C:\\work\\bin\\local.cmd",
        "C:\\tools\\both, C:\\tools\\both.exe",
        "C:/tools/both, C:\\tools\\both.exe",
        "\\tools\\both, C:\\tools\\both.exe",
        "D:\\agent, D:\\agent.exe",
        "none, ",
        "'', ",
    })
    void windowsFindsWhatAShellFindsButNotInTheCurrentDirectory(String program, @Nullable String file) {
        assertThat(windows(ENVIRONMENT).find(program)).isEqualTo(file);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // PATHEXT: what both names
                "-, C:\\tools\\both.exe",
                "'', C:\\tools\\both.exe",
                ".CMD;.EXE, C:\\tools\\both.cmd",
                " .cmd ; .exe, C:\\tools\\both.cmd",
                ".JS, -",
            })
    void extensionsAreTriedInTheirOrder(@Nullable String extensions, @Nullable String file) {
        Map<String, String> environment =
                extensions == null ? Map.of("PATH", "C:\\tools") : Map.of("PATH", "C:\\tools", "PathExt", extensions);
        assertThat(windows(environment).find("both")).isEqualTo(file);
    }

    @Test
    void programIsStartedByItsFile() throws Exception {
        assertThat(windows(ENVIRONMENT).startable(List.of("node", "%a%", "b c", "")))
                .containsExactly("C:\\Program Files\\nodejs\\node.exe", "%a%", "b c", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "here",
                "none",
                "agent.js",
                "npx.cmd.",
                "npx.cmd ",
                "npx.cmd. .",
                "npx.cmd::$DATA",
                "bin\\local.cmd ",
                "C:local.cmd",
                "",
            })
    void whatIsNotFoundIsNotLeftToWindows(String program) {
        assertThatThrownBy(() -> windows(ENVIRONMENT).startable(List.of(program, "x & calc")))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("there is no such program");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '#',
            value = {
                "say \"hi\", \"say \\\"hi\\\"\"",
                "{\"a\":1}, \"{\\\"a\\\":1}\"",
                "\"b\", \"\\\"b\\\"\"",
                "\", \"\\\"\"",
                "a\\\"b, \"a\\\\\\\"b\"",
                "a\" b\\, \"a\\\" b\"\\\\\"\"",
                "a b\\, a b\\",
            })
    void quotesInWordsAreEscapedForPrograms(String word, String passed) throws Exception {
        assertThat(windows(ENVIRONMENT).startable(List.of("node", word)))
                .element(1)
                .isEqualTo(passed);
    }

    @Test
    void interpreterReadsItsLineItself() throws Exception {
        ProgramSearch search = new ProgramSearch(
                true, Map.of("PATH", "C:\\Windows\\System32"), "C:\\work", file -> file.endsWith("cmd.exe"));
        assertThat(search.startable(List.of("cmd.exe", "/d", "/s", "/c", "\"dir \"a b\"\"")))
                .containsExactly("C:\\Windows\\System32\\cmd.exe", "/d", "/s", "/c", "\"dir \"a b\"\"");
    }

    /** Returns what Java makes of words: those with spaces are put in quotes that have none, and nothing is escaped but backslashes before the last. */
    private static String lineOfJava(List<String> words) {
        StringBuilder line = new StringBuilder("program");
        for (String word : words) {
            boolean quoted =
                    word.length() > 1 && word.startsWith("\"") && word.endsWith("\"") && !word.endsWith("\\\"");
            line.append(' ');
            if (word.isEmpty() || (!quoted && (word.contains(" ") || word.contains("\t")))) {
                String end = word.substring(word.replaceAll("\\\\+$", "").length());
                line.append('"').append(word).append(end).append('"');
            } else {
                line.append(word);
            }
        }
        return line.toString();
    }

    /** Reads a command line as the C library of Windows does. */
    private static List<String> wordsOfC(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        boolean inQuotes = false;
        int slashes = 0;
        for (int i = 0; i <= line.length(); i++) {
            char c = i < line.length() ? line.charAt(i) : ' ';
            if (c == '\\') {
                slashes++;
                continue;
            }
            if (word == null && (slashes > 0 || inQuotes || (c != ' ' && c != '\t'))) {
                word = new StringBuilder();
            }
            if (c == '"') {
                word.append("\\".repeat(slashes / 2));
                if (slashes % 2 == 1) {
                    word.append(c);
                } else if (inQuotes && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                    word.append(c);
                    i++;
                } else {
                    inQuotes = !inQuotes;
                }
            } else {
                if (word != null) {
                    word.append("\\".repeat(slashes));
                }
                if (inQuotes && i < line.length() || (c != ' ' && c != '\t')) {
                    word.append(c);
                } else if (word != null) {
                    words.add(word.toString());
                    word = null;
                }
            }
            slashes = 0;
        }
        return words.subList(1, words.size());
    }

    @Test
    void everyWordArrivesAtAProgramAsItWas() throws Exception {
        Random random = new Random(21);
        String alphabet = "ab \t\\\\\\\"\"\"&%é";
        for (int round = 0; round < 20_000; round++) {
            List<String> words = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                StringBuilder word = new StringBuilder();
                for (int j = random.nextInt(8); j > 0; j--) {
                    word.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                words.add(word.toString());
            }
            List<String> command = new ArrayList<>(words);
            command.add(0, "node");
            List<String> started = windows(ENVIRONMENT).startable(command);
            String line = lineOfJava(started.subList(1, started.size()));
            assertThat(wordsOfC(line)).as(line).isEqualTo(words);
        }
    }

    @Test
    void batchFileIsRunByTheSystemsInterpreterWithEveryWordInQuotes() throws Exception {
        List<String> command = List.of("npx", "-y", "", "a b", "x & del *", "c:\\dir\\", "(1)", "^|<>", "!PATH!", "ä€");
        assertThat(windows(ENVIRONMENT).startable(command))
                .containsExactly(
                        "C:\\Windows\\system32\\cmd.exe",
                        "/d",
                        "/v:off",
                        "/s",
                        "/c",
                        "\"\"C:\\Program Files\\nodejs\\npx.cmd\" \"-y\" \"\" \"a b\" \"x & del *\" \"c:\\dir\\\\\" \"(1)\""
                                + " \"^|<>\" \"!PATH!\" \"ä€\"\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%PATH%", "100%", "say \"hi\"", "a\nb", "a\rb", "a\u0000b", "a\u001ab", "\""})
    void wordThatTheInterpreterReadsInQuotesIsRefusedWithoutBeingRepeated(String word) {
        assertThatThrownBy(() -> windows(ENVIRONMENT).startable(List.of("npx", "-y", word)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("argument 2")
                .hasMessageNotContaining(word);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // ComSpec, SystemRoot: the interpreter
                "-, -, C:\\Windows\\System32\\cmd.exe",
                "cmd.exe, -, C:\\Windows\\System32\\cmd.exe",
                ".\\cmd.exe, D:\\Win, D:\\Win\\System32\\cmd.exe",
                "E:\\c.exe, D:\\Win, E:\\c.exe",
            })
    void interpreterIsNeverLookedForInTheCurrentDirectory(
            @Nullable String named, @Nullable String root, String interpreter) throws Exception {
        Map<String, String> environment = new HashMap<>(Map.of("PATH", "C:\\Program Files\\nodejs"));
        if (named != null) {
            environment.put("comspec", named);
        }
        if (root != null) {
            environment.put("systemroot", root);
        }
        assertThat(windows(environment).startable(List.of("npx"))).element(0).isEqualTo(interpreter);
    }

    /** Reads a command line as the C library of Windows does, and refuses what cmd.exe would interpret on the way. */
    private static List<String> readBack(String line) {
        List<String> words = new ArrayList<>();
        boolean inQuotes = false;
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        for (int i = 0; i < line.length(); i++) {
            int slashes = 0;
            while (i < line.length() && line.charAt(i) == '\\') {
                slashes++;
                i++;
            }
            boolean quote = i < line.length() && line.charAt(i) == '"';
            word.append("\\".repeat(quote ? slashes / 2 : slashes));
            begun |= slashes > 0;
            if (i == line.length()) {
                break;
            }
            char c = line.charAt(i);
            if (quote && slashes % 2 == 1) {
                throw new AssertionError("cmd.exe and the program disagree about quotes");
            } else if (quote) {
                inQuotes = !inQuotes;
                begun = true;
            } else if (c == ' ' && !inQuotes) {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else {
                assertThat(inQuotes).as("%s is in quotes", c).isTrue();
                assertThat(c).isNotEqualTo('%');
                word.append(c);
                begun = true;
            }
        }
        if (begun) {
            words.add(word.toString());
        }
        return words;
    }

    @Test
    void everyWordArrivesAsItWasOrIsRefused() throws Exception {
        Random random = new Random(17);
        String alphabet = "ab \\\\\\&|<>^()!'`,;=*?~$@#[]{}+-/é%\"";
        int passed = 0;
        for (int round = 0; round < 5000; round++) {
            List<String> words = new ArrayList<>(List.of("npx"));
            for (int i = random.nextInt(4); i >= 0; i--) {
                StringBuilder word = new StringBuilder();
                for (int j = random.nextInt(6); j > 0; j--) {
                    word.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                words.add(word.toString());
            }
            boolean dangerous = words.stream().anyMatch(word -> word.contains("%") || word.contains("\""));
            if (dangerous) {
                assertThatThrownBy(() -> windows(ENVIRONMENT).startable(words))
                        .isInstanceOf(IllegalArgumentException.class);
                continue;
            }
            passed++;
            String line = windows(ENVIRONMENT).startable(words).get(5);
            List<String> read = readBack(line.substring(1, line.length() - 1));
            assertThat(read.subList(1, read.size())).isEqualTo(words.subList(1, words.size()));
        }
        assertThat(passed).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "sh, /bin/sh",
                "tool, /opt/my tools/tool",
                "here, /srv/here",
                "late, /srv/sub/late",
                "first, /srv/first",
                "./here, /srv/./here",
                "sub/agent, /srv/sub/agent",
                "/bin/sh, /bin/sh",
                "npx.cmd, -",
                "none, -",
                "'', -",
            })
    void otherSystemsLookWhereTheyWouldStartIt(String program, @Nullable String file) throws Exception {
        Set<String> files = Set.of(
                "/bin/sh",
                "/opt/my tools/tool",
                "/srv/./here",
                "/srv/here",
                "/srv/sub/agent",
                "/srv/sub/late",
                "/srv/first",
                "/bin/first");
        Map<String, String> environment = Map.of("PATH", ":/usr/bin:/bin:/opt/my tools/:sub", "Path", "/elsewhere");
        ProgramSearch search = new ProgramSearch(false, environment, "/srv", files::contains);
        assertThat(search.find(program)).isEqualTo(file);
        assertThat(search.startable(List.of(program, "%a%"))).containsExactly(program, "%a%");
    }
}
