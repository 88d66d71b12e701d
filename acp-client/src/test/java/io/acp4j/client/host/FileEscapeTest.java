package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.internal.host.FileAccessException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Every way out of the session's directories that we know of is refused, for reading and for writing. */
@DisabledOnOs(OS.WINDOWS)
class FileEscapeTest {

    private static final String SECRET = "top secret";

    /** One attempt: what it is called, the reason that is expected, and its path. */
    private record Attempt(String name, String reason, Function<FileEscapeTest, String> path) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Attempt> ATTEMPTS = new ArrayList<>();

    private static void outside(String name, Function<FileEscapeTest, String> path) {
        ATTEMPTS.add(new Attempt(name, FileAccessException.OUTSIDE_ROOTS, path));
    }

    private static void invalid(String name, Function<FileEscapeTest, String> path) {
        ATTEMPTS.add(new Attempt(name, FileAccessException.INVALID_PATH, path));
    }

    private static void noFile(String name, Function<FileEscapeTest, String> path) {
        ATTEMPTS.add(new Attempt(name, FileAccessException.NOT_A_FILE, path));
    }

    private static void failing(String name, Function<FileEscapeTest, String> path) {
        ATTEMPTS.add(new Attempt(name, FileAccessException.FAILED, path));
    }

    static {
        outside("absolute path", test -> test.outside + "/secret");
        outside("absolute path to a new file", test -> test.outside + "/new");
        outside("absolute path to a new directory", test -> test.outside + "/new/dir/file");
        outside("system file", test -> "/etc/passwd");
        outside("the file system's root", test -> "/");
        outside("step back", test -> test.root + "/../outside/secret");
        outside("steps back from deeper down", test -> test.root + "/sub/../../outside/secret");
        outside("steps back with slashes and dots between", test -> test.root + "//sub/.//..///..//outside//secret");
        outside("steps back to the top", test -> test.root + "/../../../../../../../../../../etc/passwd");
        outside("step back from a missing directory", test -> test.root + "/missing/../../outside/secret");
        outside("step back from a missing directory that stays inside", test -> test.root + "/missing/../file");
        outside("step back from a file", test -> test.root + "/file/../../outside/secret");
        outside("the directory above", test -> test.root + "/..");
        outside("sibling whose name goes on after that of the root", test -> test.root + "-evil/secret");
        outside("name of the root with a dot after it", test -> test.root + "./secret");
        outside("name of the root with a blank after it", test -> test.root + " /secret");
        outside("name of the root in capitals", test -> test.top + "/ROOT/file");
        outside("path in capitals", test -> test.root.toString().toUpperCase(Locale.ROOT) + "/file");
        outside("three dots, then steps back", test -> test.root + "/.../../../outside/secret");
        outside("directory of another session", test -> test.other + "/file");
        outside("link to a file", test -> test.root + "/link-to-secret");
        outside("relative link to a file", test -> test.root + "/relative-link");
        outside("link to a directory", test -> test.root + "/link-to-outside/secret");
        outside("new file behind a link to a directory", test -> test.root + "/link-to-outside/new");
        outside("new directory behind a link to a directory", test -> test.root + "/link-to-outside/new/file");
        outside("chain of links", test -> test.root + "/chain-1");
        outside("link to a link to a directory", test -> test.root + "/chain-dir/secret");
        outside("link to the directory above", test -> test.root + "/link-up/outside/secret");
        outside("step back behind a link", test -> test.root + "/link-to-deep/../secret");
        outside("link to a file that is missing", test -> test.root + "/dangling");
        outside("link to a directory that is missing", test -> test.root + "/dangling-dir/file");
        outside("link to itself", test -> test.root + "/loop");
        outside("behind a link to itself", test -> test.root + "/loop/file");
        outside("two links to one another", test -> test.root + "/loop-a");
        outside("link in an additional directory", test -> test.additional + "/link-to-secret");
        outside("step back from an additional directory", test -> test.additional + "/../outside/secret");
        outside(
                "link from an additional directory to above the root",
                test -> test.additional + "/link-up/outside/new");
        outside("root of the process", test -> "/proc/self/root" + test.outside + "/secret");
        outside("root of the thread", test -> "/proc/thread-self/root" + test.outside + "/secret");
        outside("link to the root of the process", test -> test.root + "/link-to-proc" + test.outside + "/secret");
        outside("working directory of the process", test -> "/proc/self/cwd/pom.xml");
        outside("link to the working directory of the process", test -> test.root + "/link-to-cwd/pom.xml");
        outside("environment of the process", test -> "/proc/self/environ");
        outside("memory of the process", test -> "/proc/self/mem");
        outside("descriptor of the process", test -> "/proc/self/fd/0");
        outside("link to a descriptor", test -> test.root + "/link-to-fd");
        outside("endless device", test -> "/dev/zero");
        outside("link to a device", test -> test.root + "/link-to-zero");
        outside("link to the empty device", test -> test.root + "/link-to-null");
        outside("standard input", test -> "/dev/stdin");
        outside("pipe outside", test -> test.outside + "/pipe");
        noFile("pipe", test -> test.root + "/pipe");
        noFile("link to a pipe", test -> test.root + "/link-to-pipe");
        noFile("socket", test -> test.root + "/socket");
        noFile("the root itself", test -> test.root.toString());
        noFile("the root itself with a dot", test -> test.root + "/.");
        noFile("directory", test -> test.root + "/sub");
        noFile("directory with a slash", test -> test.root + "/sub/");
        failing("below a file", test -> test.root + "/file/below");
        failing("name that is too long", test -> test.root + "/" + "x".repeat(300));
        invalid("empty path", test -> "");
        invalid("relative path", test -> "secret");
        invalid("relative steps back", test -> "../outside/secret");
        invalid("dot", test -> ".");
        invalid("home", test -> "~/.ssh/id_rsa");
        invalid("URL", test -> "file://" + test.outside + "/secret");
        invalid("zero byte", test -> test.root + "/file\0/../../outside/secret");
        invalid("drive letter", test -> "C:\\Windows\\win.ini");
        invalid("other machine", test -> "\\\\server\\share\\file");
    }

    @TempDir
    private Path temporary;

    private Path top;
    private Path root;
    private Path additional;
    private Path other;
    private Path outside;
    private ServerSocketChannel socket;
    private HostedSession hosted;

    @BeforeEach
    void build() throws Exception {
        top = temporary.toRealPath();
        root = Files.createDirectory(top.resolve("root"));
        additional = Files.createDirectory(top.resolve("additional"));
        other = Files.createDirectory(top.resolve("other"));
        outside = Files.createDirectory(top.resolve("outside"));
        Path deep = Files.createDirectory(outside.resolve("deep"));
        Path evil = Files.createDirectory(top.resolve("root-evil"));
        Files.createDirectory(root.resolve("sub"));
        for (Path secret : List.of(outside, evil)) {
            Files.writeString(secret.resolve("secret"), SECRET);
        }
        Files.writeString(root.resolve("file"), "harmless");
        Files.writeString(other.resolve("file"), SECRET);
        link("link-to-secret", outside.resolve("secret"));
        link("relative-link", Path.of("../outside/secret"));
        link("link-to-outside", outside);
        link("chain-1", root.resolve("chain-2"));
        link("chain-2", root.resolve("link-to-secret"));
        link("chain-dir", root.resolve("link-to-outside"));
        link("link-up", top);
        link("link-to-deep", deep);
        link("dangling", outside.resolve("missing"));
        link("dangling-dir", outside.resolve("missing-dir"));
        link("loop", root.resolve("loop"));
        link("loop-a", root.resolve("loop-b"));
        link("loop-b", root.resolve("loop-a"));
        link("link-to-proc", Path.of("/proc/self/root"));
        link("link-to-cwd", Path.of("/proc/self/cwd"));
        link("link-to-fd", Path.of("/proc/self/fd/0"));
        link("link-to-zero", Path.of("/dev/zero"));
        link("link-to-null", Path.of("/dev/null"));
        link("link-to-pipe", root.resolve("pipe"));
        Files.createSymbolicLink(additional.resolve("link-to-secret"), outside.resolve("secret"));
        Files.createSymbolicLink(additional.resolve("link-up"), top);
        pipe(root.resolve("pipe"));
        pipe(outside.resolve("pipe"));
        socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(root.resolve("socket")));
        hosted = new HostedSession(FileSystemService.readWrite(WriteGuard.ALLOW_ALL), root, additional);
        hosted.open("o", other);
    }

    private void link(String name, Path target) throws IOException {
        Files.createSymbolicLink(root.resolve(name), target);
    }

    private static void pipe(Path path) throws Exception {
        Process mkfifo = new ProcessBuilder("mkfifo", path.toString()).start();
        assertThat(mkfifo.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(mkfifo.exitValue()).isZero();
    }

    @AfterEach
    void tearDown() throws IOException {
        hosted.close();
        socket.close();
        // JUnit would warn of each link that leads out of its directory.
        for (Path directory : List.of(root, additional)) {
            try (Stream<Path> all = Files.list(directory)) {
                for (Path link : all.filter(Files::isSymbolicLink).toList()) {
                    Files.delete(link);
                }
            }
        }
    }

    /** All that there is, by its path: what it is, and what a file contains. */
    private Map<String, String> everything() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(top)) {
            for (Path path : all.toList()) {
                String what = Files.isSymbolicLink(path)
                        ? "link to " + Files.readSymbolicLink(path)
                        : Files.isRegularFile(path) ? Files.readString(path) : "other";
                found.put(path.toString(), what);
            }
        }
        return found;
    }

    @Test
    void theTableIsLong() {
        assertThat(ATTEMPTS).hasSizeGreaterThanOrEqualTo(40);
        assertThat(ATTEMPTS).extracting(Attempt::name).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @FieldSource("ATTEMPTS")
    void isRefusedAndLeavesNothingBehind(Attempt attempt) throws IOException {
        Map<String, String> before = everything();
        String path = attempt.path().apply(this);

        JsonNode read = hosted.ask("fs/read_text_file", Map.of("sessionId", "s", "path", path));
        assertThat(read.at("/error/data/reason").asText()).as(read.toString()).isEqualTo(attempt.reason());

        JsonNode lines = hosted.ask("fs/read_text_file", Map.of("sessionId", "s", "path", path, "line", 1, "limit", 1));
        assertThat(lines.at("/error/data/reason").asText()).isEqualTo(attempt.reason());

        JsonNode write =
                hosted.ask("fs/write_text_file", Map.of("sessionId", "s", "path", path, "content", "overwritten"));
        assertThat(write.at("/error/data/reason").asText()).as(write.toString()).isEqualTo(attempt.reason());

        assertThat(List.of(read, lines, write))
                .noneMatch(answer -> answer.toString().contains(SECRET));
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void pathsThatOnlyLookLikeWaysOutAreServed() throws IOException {
        Files.createSymbolicLink(root.resolve("inner-link"), root.resolve("file"));
        Files.createSymbolicLink(root.resolve("to-additional"), additional);
        Files.writeString(additional.resolve("more"), "more");
        for (String path : List.of(
                root + "/inner-link",
                root + "/sub/../file",
                root + "/../root/file",
                "/proc/self/root" + root + "/file",
                root + "/link-up/root/file")) {
            assertThat(hosted.ask("fs/read_text_file", Map.of("sessionId", "s", "path", path))
                            .at("/result/content")
                            .asText())
                    .as(path)
                    .isEqualTo("harmless");
        }
        assertThat(hosted.ask("fs/read_text_file", Map.of("sessionId", "s", "path", root + "/to-additional/more"))
                        .at("/result/content")
                        .asText())
                .isEqualTo("more");
    }

    @Test
    void sessionThatIsNotOpenGetsNothing() {
        JsonNode answer = hosted.ask("fs/read_text_file", Map.of("sessionId", "stranger", "path", root + "/file"));
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32002);
    }

    @Test
    void sessionThatHasBeenDetachedGetsNothing() {
        hosted.session.detach();
        JsonNode answer = hosted.ask("fs/read_text_file", Map.of("sessionId", "s", "path", root + "/file"));
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32002);
    }
}
