package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.internal.host.FileAccessException;
import io.acp4j.client.internal.host.TerminalException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Paths that are too long are refused before anything is looked up, by every service that takes one. */
@DisabledOnOs(OS.WINDOWS)
class LongPathTest {

    @TempDir
    private Path root;

    private static JsonNode read(HostedSession hosted, String path) {
        return hosted.ask("fs/read_text_file", Map.of("sessionId", "s", "path", path));
    }

    private static JsonNode write(HostedSession hosted, String path) {
        return hosted.ask("fs/write_text_file", Map.of("sessionId", "s", "path", path, "content", "x"));
    }

    private static String reason(JsonNode answer) {
        return answer.at("/error/data/reason").asText("no error: " + answer);
    }

    @Test
    void longPathsAreRefusedWhateverTheyConsistOf() {
        Map<String, String> paths = new TreeMap<>(Map.of(
                "missing names", root + "/a".repeat(64 * 1024),
                "one name", root + "/" + "a".repeat(4096),
                "bytes, not chars", root + "/" + "é/".repeat(1400),
                "names", root + "/a".repeat(256),
                "steps to itself", root + "/.".repeat(256) + "/file",
                "steps back", root + "/a/..".repeat(128) + "/file",
                "megabytes", root + "/a".repeat(4 * 1024 * 1024)));
        try (HostedSession hosted = new HostedSession(FileSystemService.readWrite(WriteGuard.ALLOW_ALL), root)) {
            paths.forEach((what, path) -> {
                for (JsonNode answer : List.of(read(hosted, path), write(hosted, path))) {
                    assertThat(reason(answer)).as(what).isEqualTo(FileAccessException.INVALID_PATH);
                    assertThat(answer.at("/error/data/path").asText()).as(what).hasSizeLessThanOrEqualTo(201);
                }
            });
        }
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void longestPathsAreServed() throws Exception {
        int names = 255 - root.toRealPath().getNameCount();
        String path = root.toRealPath() + "/d".repeat(names - 1) + "/f";
        try (HostedSession hosted = new HostedSession(FileSystemService.readWrite(WriteGuard.ALLOW_ALL), root)) {
            assertThat(reason(read(hosted, path))).isEqualTo(FileAccessException.NOT_FOUND);
            assertThat(write(hosted, path).has("result")).isTrue();
            assertThat(read(hosted, path).at("/result/content").asText()).isEqualTo("x");
        }
        assertThat(Files.readString(Path.of(path))).isEqualTo("x");
    }

    @Test
    void longDirectoryOfACommandIsRefused() {
        try (HostedSession hosted = new HostedSession(
                TerminalService.builder(CommandGuard.ALLOW_ALL).build(), root)) {
            JsonNode answer = hosted.ask(
                    "terminal/create",
                    Map.of("sessionId", "s", "command", "true", "cwd", root + "/a".repeat(64 * 1024)));
            assertThat(reason(answer)).isEqualTo(TerminalException.BAD_DIRECTORY);
        }
    }
}
