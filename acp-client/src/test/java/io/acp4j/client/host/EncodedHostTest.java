package io.acp4j.client.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** In every locale, a host service executes exactly the request that its guard has seen, or refuses the request. */
@EnabledOnOs(OS.LINUX)
class EncodedHostTest {

    private static final String TEXT = "caf\u00E9";
    private static final String HEX = HexFormat.of().formatHex(TEXT.getBytes(UTF_8));
    /** The text for a shell, in any locale of this JVM. */
    private static final String NAME = "\"$(printf 'caf\\303\\251')\"";

    private static final boolean ON_17 = Runtime.version().feature() <= 17;

    /** Columns: locale, options, true if a process can receive the text, true if a path can contain it. */
    static Stream<Arguments> jvms() {
        return Stream.of(
                Arguments.of("POSIX", List.of(), false, false),
                Arguments.of("POSIX", List.of("-Dfile.encoding=GBK"), ON_17, false),
                Arguments.of("C.UTF-8", List.of("-Dfile.encoding=GBK"), true, true));
    }

    @ParameterizedTest
    @MethodSource("jvms")
    void textIsPassedExactlyOrRefusedWithItsPlace(
            String locale, List<String> options, boolean words, boolean paths, @TempDir Path root) throws Exception {
        assertThat(shell(root, "mkdir -p dir/" + NAME)).isZero();
        Map<String, String> outcomes = EncodedHostMain.run(root, locale, options, TEXT);
        String problem = " contains a character at index ";
        assertThat(outcomes.get("command")).startsWith(words ? HEX : "not_encodable: args[1]" + problem + "14 ");
        assertThat(outcomes.get("argument")).startsWith(words ? HEX : "not_encodable: args[1]" + problem + "3 ");
        assertThat(outcomes.get("variable")).startsWith(words ? HEX : "not_encodable: env[0].value" + problem + "3 ");
        assertThat(outcomes.get("directory")).startsWith(paths ? "" : "bad_directory: The path" + problem);
        assertThat(outcomes.get("path")).startsWith(paths ? "done" : "invalid_path: The path" + problem);
        assertThat(outcomes)
                .containsEntry("write", "done")
                .containsEntry("bytes", HEX)
                .containsEntry("read", HEX);
        assertThat(shell(root, "test -e " + NAME)).isEqualTo(paths ? 0 : 1);
    }

    private static int shell(Path directory, String command) throws Exception {
        return new ProcessBuilder("sh", "-c", command)
                .directory(directory.toFile())
                .start()
                .waitFor();
    }

    @Test
    void halfOfASurrogatePairIsRefusedBeforeTheGuardIsAsked(@TempDir Path root) {
        AtomicInteger asked = new AtomicInteger();
        try (HostedSession hosted = new HostedSession(
                TerminalService.builder(command -> asked.incrementAndGet() > 0).build(), root)) {
            JsonNode response = hosted.ask(
                    "terminal/create",
                    Map.of("sessionId", "s", "command", "rm", "args", List.of("-v", root + "/\uD83D")));
            assertThat(response.at("/error/data/reason").asText()).isEqualTo("not_encodable");
            assertThat(response.at("/error/message").asText())
                    .startsWith("args[1] contains half of a surrogate pair at");
            assertThat(asked).hasValue(0);
        }
    }

    @Test
    void contentWithHalfOfASurrogatePairIsRefused(@TempDir Path root) {
        AtomicInteger asked = new AtomicInteger();
        try (HostedSession hosted =
                new HostedSession(FileSystemService.readWrite((file, content) -> asked.incrementAndGet() > 0), root)) {
            JsonNode response = hosted.ask(
                    "fs/write_text_file", Map.of("sessionId", "s", "path", root + "/file", "content", "ab\uDE00c"));
            assertThat(response.at("/error/data/reason").asText()).isEqualTo("not_text");
            assertThat(response.at("/error/message").asText())
                    .startsWith("The content has half of a surrogate pair at index 2");
            assertThat(asked).hasValue(0);
            assertThat(root.resolve("file")).doesNotExist();
        }
    }
}
