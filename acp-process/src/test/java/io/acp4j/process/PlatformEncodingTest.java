package io.acp4j.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A process receives the specified text, or the text is refused with its place. */
class PlatformEncodingTest {

    private static final Charset GBK = Charset.forName("GBK");
    private static final boolean ON_17 = Runtime.version().feature() <= 17;

    /** Encoding of the locale, encoding that Java uses, text, bytes that the process receives; null where it is refused. */
    static Stream<Arguments> words() {
        return Stream.of(
                Arguments.of(US_ASCII, US_ASCII, "rm -v e", "rm -v e".getBytes(US_ASCII)),
                Arguments.of(US_ASCII, US_ASCII, "é", null),
                Arguments.of(US_ASCII, UTF_8, "é", "é".getBytes(UTF_8)),
                Arguments.of(US_ASCII, ISO_8859_1, "日", "日".getBytes(UTF_8)),
                Arguments.of(US_ASCII, GBK, "é", "é".getBytes(UTF_8)),
                Arguments.of(US_ASCII, GBK, "日", null),
                Arguments.of(UTF_8, UTF_8, "日\uD83D\uDE00", "日\uD83D\uDE00".getBytes(UTF_8)),
                Arguments.of(UTF_8, UTF_8, "\uD83D", null),
                Arguments.of(UTF_8, ISO_8859_1, "日", "日".getBytes(UTF_8)),
                Arguments.of(UTF_8, GBK, "é", "é".getBytes(UTF_8)),
                Arguments.of(UTF_8, GBK, "日", null),
                Arguments.of(ISO_8859_1, ISO_8859_1, "é", new byte[] {(byte) 0xE9}),
                Arguments.of(ISO_8859_1, ISO_8859_1, "日", null),
                Arguments.of(GBK, GBK, "日", "日".getBytes(GBK)),
                Arguments.of(GBK, UTF_8, "日", null));
    }

    @ParameterizedTest
    @MethodSource("words")
    void processReceivesTheSpecifiedBytesOrNone(Charset system, Charset process, String text, byte[] received) {
        PlatformEncoding encoding = new PlatformEncoding(false, system, process);
        ProcessBuilder builder = new ProcessBuilder("tool", "--name", text);
        if (received == null) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> encoding.require(builder))
                    .withMessageStartingWith("argument 2 contains ")
                    .withMessageContaining(" at index 0")
                    .withMessageNotContaining(text);
        } else {
            assertThatCode(() -> encoding.require(builder)).doesNotThrowAnyException();
            assertThat(encoding.encoded(text).getBytes(process)).isEqualTo(received);
        }
    }

    @Test
    void windowsAcceptsEveryWord() {
        PlatformEncoding encoding = new PlatformEncoding(true, US_ASCII, US_ASCII);
        assertThatCode(() -> encoding.require(new ProcessBuilder("rm", "é", "日")))
                .doesNotThrowAnyException();
    }

    @Test
    void refusalNamesTheVariableAndTheRemedy() {
        PlatformEncoding encoding = new PlatformEncoding(false, US_ASCII, US_ASCII);
        ProcessBuilder builder = new ProcessBuilder("env");
        builder.environment().put("NAME", "caf\u00E9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoding.require(builder))
                .withMessage(
                        "the variable NAME contains a character at index 3 that this JVM cannot pass on: the encoding of its"
                                + " locale is US-ASCII; start the JVM in a locale with UTF-8, for example with the variable"
                                + " LC_ALL=C.UTF-8");
    }

    @Test
    void refusalNamesTheDirectory(@TempDir Path directory) {
        PlatformEncoding encoding = new PlatformEncoding(false, US_ASCII, US_ASCII);
        ProcessBuilder builder = new ProcessBuilder("env").directory(directory.toFile());
        assertThatCode(() -> encoding.require(builder)).doesNotThrowAnyException();
        builder.directory(new java.io.File(directory.toFile(), "\u00E9"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoding.require(builder))
                .withMessageStartingWith("the working directory contains a character");
    }

    @Test
    void processIsNotStartedInAnotherDirectoryThanTheSpecifiedOne(@TempDir Path directory) throws IOException {
        assumeThatCode(() -> directory.resolve("caf\u00E9")).doesNotThrowAnyException();
        Path accented = Files.createDirectory(directory.resolve("caf\u00E9"));
        Process process = PlatformEncoding.ofThisSystem().start(new ProcessBuilder("pwd").directory(accented.toFile()));
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).endsWith("/caf\u00E9\n");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void pathWithInvalidBytesHasNoText(@TempDir Path directory) throws Exception {
        Process made = new ProcessBuilder("sh", "-c", "mkdir \"$(printf 'x\\377')\"")
                .directory(directory.toFile())
                .start();
        assertThat(made.waitFor()).isZero();
        Path invalid;
        try (Stream<Path> entries = Files.list(directory)) {
            invalid = entries.findFirst().orElseThrow();
        }
        PlatformEncoding encoding = PlatformEncoding.ofThisSystem();
        assertThatCode(() -> encoding.requireText(directory, "the directory")).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoding.requireText(invalid, "the directory"))
                .withMessageStartingWith("the directory contains a file name that is not valid in ");
    }

    /** Locale and options of a JVM, and the texts that a child process receives there; all others are refused. */
    static Stream<Arguments> jvms() {
        return Stream.of(
                Arguments.of("POSIX", List.of(), List.of()),
                Arguments.of("POSIX", List.of("-Dfile.encoding=GBK"), ON_17 ? List.of("é") : List.of()),
                Arguments.of("POSIX", List.of("-Dfile.encoding=UTF-8"), ON_17 ? List.of("é", "日") : List.of()),
                Arguments.of("C.UTF-8", List.of(), List.of("é", "日")),
                Arguments.of("C.UTF-8", List.of("-Dfile.encoding=GBK"), ON_17 ? List.of("é") : List.of("é", "日")));
    }

    @ParameterizedTest
    @MethodSource("jvms")
    @EnabledOnOs(OS.LINUX)
    void childOfAnyJvmReceivesTheSpecifiedTextOrIsNotStarted(
            String locale, List<String> options, List<String> passed, @TempDir Path directory) throws Exception {
        List<String> lines = EncodingProbe.run(directory, locale, options, List.of("é", "日"));
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0))
                .startsWith(
                        locale.equals("POSIX")
                                ? "directory refused: cwd contains a file name that is not valid in US-ASCII"
                                : "directory exact");
        Map<String, String> refused =
                Map.of("word", "refused: argument 4 ", "variable", "refused: the variable VALUE ");
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.split(" ", 3);
            String text = new String(HexFormat.of().parseHex(parts[1]), UTF_8);
            assertThat(parts[2]).as(line).startsWith(passed.contains(text) ? parts[1] : refused.get(parts[0]));
        }
    }
}
