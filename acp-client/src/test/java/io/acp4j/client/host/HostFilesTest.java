package io.acp4j.client.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.internal.host.FileAccessException;
import io.acp4j.client.internal.host.PathNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading and writing within the directories of a session. */
class HostFilesTest {

    @TempDir
    private Path root;

    private HostedSession hosted;

    private void start(FileSystemService service) {
        hosted = new HostedSession(service, root);
    }

    private void start() {
        start(FileSystemService.readWrite(WriteGuard.ALLOW_ALL));
    }

    @AfterEach
    void close() {
        hosted.close();
    }

    private JsonNode read(Path file, Map<String, Object> more) {
        Map<String, Object> params = new HashMap<>(Map.of("sessionId", "s", "path", file.toString()));
        params.putAll(more);
        return hosted.ask("fs/read_text_file", params);
    }

    private JsonNode write(Path file, String content) {
        return hosted.ask("fs/write_text_file", Map.of("sessionId", "s", "path", file.toString(), "content", content));
    }

    private static String reason(JsonNode answer) {
        return answer.at("/error/data/reason").asText("no error: " + answer);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> !path.equals(root)).map(root::relativize).toList();
        }
    }

    @Test
    void whatIsEnabledIsAdvertised() {
        start();
        assertThat(hosted.capabilities.at("/fs/readTextFile").asBoolean()).isTrue();
        assertThat(hosted.capabilities.at("/fs/writeTextFile").asBoolean()).isTrue();
    }

    @Test
    void readOnlyServiceDoesNotAdvertiseWriting() throws IOException {
        start(FileSystemService.readOnly());
        assertThat(hosted.capabilities.at("/fs/readTextFile").asBoolean()).isTrue();
        assertThat(hosted.capabilities.at("/fs/writeTextFile").asBoolean()).isFalse();
        assertThat(write(root.resolve("new"), "text").at("/error/code").asInt()).isEqualTo(-32601);
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, one|two|three",
                "1, -, one|two|three",
                "0, -, one|two|three",
                "2, -, two|three",
                "2, 1, two|",
                "3, 5, three",
                "4, -, ''",
                "4000000000, 4000000000, ''",
                "-, 2, one|two|",
                "-, 0, ''"
            })
    void linesAreCountedFromOne(Long line, Long limit, String expected) throws IOException {
        Path file = Files.writeString(root.resolve("file"), "one\ntwo\nthree");
        Path buffered = root.resolve("buffered");
        start(FileSystemService.builder()
                .overlay(new FileOverlay() {
                    @Override
                    public String read(HostFile asked) {
                        return asked.requested().equals(buffered) ? "one\ntwo\nthree" : null;
                    }
                })
                .build());
        Map<String, Object> window = new HashMap<>();
        if (line != null) {
            window.put("line", line);
        }
        if (limit != null) {
            window.put("limit", limit);
        }
        for (Path each : List.of(file, buffered)) {
            assertThat(read(each, window).at("/result/content").asText()).isEqualTo(expected.replace('|', '\n'));
        }
    }

    @Test
    void linesOfALongFileAreFoundAcrossBuffers() throws IOException {
        String line = "é".repeat(50) + "\r\n";
        Path file = Files.writeString(root.resolve("file"), line.repeat(5000) + "wanted\r\n" + line.repeat(5000));
        start(FileSystemService.builder().maxReadBytes(10_000).build());
        assertThat(read(file, Map.of("line", 5001, "limit", 2))
                        .at("/result/content")
                        .asText())
                .isEqualTo("wanted\r\n" + line);
        assertThat(reason(read(file, Map.of()))).isEqualTo(FileAccessException.TOO_LARGE);
        assertThat(reason(read(file, Map.of("line", 2)))).isEqualTo(FileAccessException.TOO_LARGE);
    }

    @Test
    void linesBeyondTheLimitOfWhatIsLookedThroughAreRefused() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "x\n".repeat(200_000));
        start(FileSystemService.builder().maxScannedBytes(100_000).build());
        assertThat(reason(read(file, Map.of("line", 190_000, "limit", 1)))).isEqualTo(FileAccessException.TOO_LARGE);
        assertThat(read(file, Map.of("line", 10, "limit", 1))
                        .at("/result/content")
                        .asText())
                .isEqualTo("x\n");
    }

    @Test
    void bytesThatAreNoTextAreRefusedWithTheirPlace() throws IOException {
        Path file = Files.write(root.resolve("file"), new byte[] {'a', '\n', 'b', (byte) 0xFF});
        start();
        JsonNode answer = read(file, Map.of("line", 2));
        assertThat(reason(answer)).isEqualTo(FileAccessException.NOT_TEXT);
        assertThat(answer.at("/error/message").asText()).contains("byte 3");
    }

    @Test
    void missingFileIsNotFound() {
        start();
        JsonNode answer = read(root.resolve("missing/file"), Map.of());
        assertThat(reason(answer)).isEqualTo(FileAccessException.NOT_FOUND);
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32002);
    }

    @Test
    void fileIsMadeWithTheDirectoriesAboveIt() throws IOException {
        start();
        Path file = root.resolve("a/b/c");
        assertThat(write(file, "héllo\n").get("result")).isNotNull();
        assertThat(file).content(UTF_8).isEqualTo("héllo\n");
        assertThat(read(file, Map.of()).at("/result/content").asText()).isEqualTo("héllo\n");
        assertThat(files()).containsExactlyInAnyOrder(Path.of("a"), Path.of("a/b"), Path.of("a/b/c"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void fileKeepsItsPermissionsWhenItIsReplaced() throws IOException {
        Path file = Files.writeString(root.resolve("run.sh"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x--x"));
        start();
        write(file, "new");
        assertThat(file).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwxr-x--x");
        assertThat(files()).hasSize(1);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void linkWithinTheDirectoriesStaysALinkWhenItsFileIsWritten() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "old");
        Path link = Files.createSymbolicLink(root.resolve("link"), file);
        start();
        write(link, "new");
        assertThat(file).hasContent("new");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void readersNeverSeeAPartOfWhatIsWritten() throws IOException {
        start();
        Path file = Files.writeString(root.resolve("file"), "0".repeat(100_000));
        for (int i = 1; i < 10; i++) {
            hosted.start(
                    "fs/write_text_file",
                    Map.of(
                            "sessionId",
                            "s",
                            "path",
                            file.toString(),
                            "content",
                            Integer.toString(i).repeat(100_000)));
            String seen = Files.readString(file);
            assertThat(seen).hasSize(100_000);
            assertThat(seen.chars().distinct().count()).isEqualTo(1);
        }
        for (int i = 1; i < 10; i++) {
            assertThat(hosted.agent.next().has("result")).isTrue();
        }
    }

    @Test
    void guardSeesTheFileAndItsRefusalLeavesNothing() throws IOException {
        List<HostFile> asked = new CopyOnWriteArrayList<>();
        start(FileSystemService.readWrite((file, content) -> {
            asked.add(file);
            return false;
        }));
        assertThat(reason(write(root.resolve("a/new"), "text"))).isEqualTo(FileAccessException.REFUSED);
        assertThat(files()).isEmpty();
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0).session()).isSameAs(hosted.session);
        assertThat(asked.get(0).resolved()).isEqualTo(root.toRealPath().resolve("a/new"));
    }

    @Test
    void textThatIsTooLongIsNotWritten() throws IOException {
        start(FileSystemService.builder()
                .writable(WriteGuard.ALLOW_ALL)
                .maxWriteBytes(10)
                .build());
        assertThat(reason(write(root.resolve("new"), "éééééé"))).isEqualTo(FileAccessException.TOO_LARGE);
        assertThat(files()).isEmpty();
        assertThat(write(root.resolve("new"), "ééééé").get("result")).isNotNull();
    }

    @Test
    void editorsBuffersComeBeforeTheDisk() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "saved");
        Map<Path, String> buffers = new HashMap<>(Map.of(file, "unsaved"));
        start(FileSystemService.builder()
                .writable(WriteGuard.ALLOW_ALL)
                .overlay(new FileOverlay() {
                    @Override
                    public String read(HostFile asked) {
                        return buffers.get(asked.requested());
                    }

                    @Override
                    public boolean write(HostFile asked, String content) {
                        return buffers.replace(asked.requested(), content) != null;
                    }
                })
                .build());
        assertThat(read(file, Map.of()).at("/result/content").asText()).isEqualTo("unsaved");
        write(file, "by the agent");
        assertThat(buffers).containsEntry(file, "by the agent");
        assertThat(file).hasContent("saved");
        write(root.resolve("other"), "to the disk");
        assertThat(root.resolve("other")).hasContent("to the disk");
    }

    @Test
    void spellingsThatWindowsReadsDifferentlyAreRefusedThere() {
        start();
        for (String path : List.of(
                "/r/file.",
                "/r/file ",
                "/r/dir./file",
                "/r/file::$DATA",
                "/r/NUL",
                "/r/con.txt",
                "/r/COM1",
                "/r/lpt¹.txt",
                "//server/share/file",
                "/r/AUX /x")) {
            assertThat(refused(path)).as(path).isTrue();
        }
        assertThat(refused("/r/.././console.txt")).isFalse();
    }

    private static boolean refused(String path) {
        try {
            PathNames.parse(path, true);
            return false;
        } catch (FileAccessException e) {
            return e.reason().equals(FileAccessException.INVALID_PATH);
        }
    }
}
