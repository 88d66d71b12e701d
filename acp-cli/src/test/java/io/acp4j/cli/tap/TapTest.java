package io.acp4j.cli.tap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.tap.SpoolWriter;
import io.acp4j.inspector.tap.Tap;
import io.acp4j.inspector.tap.TapCopy;
import io.acp4j.inspector.tap.TapDirectory;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tap as the process that an editor starts. Neither side can detect it. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TapTest {

    @TempDir
    Path directory;

    private record Outcome(int code, byte[] out, String err) {}

    /** Returns the command that an editor starts. */
    private List<String> tapped(String... command) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "io.acp4j.cli.Main",
                "tap",
                "--directory",
                directory.resolve("taps").toString(),
                "--"));
        words.addAll(List.of(command));
        return words;
    }

    private static Outcome run(List<String> command, byte[] input) throws Exception {
        Process process = new ProcessBuilder(command).start();
        Thread writer = new Thread(() -> {
            try (OutputStream to = process.getOutputStream()) {
                to.write(input);
            } catch (IOException e) {
                // The agent stops reading, with and without a tap.
            }
        });
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        Thread drain = new Thread(() -> {
            try (InputStream from = process.getErrorStream()) {
                from.transferTo(errors);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        writer.start();
        drain.start();
        byte[] out = process.getInputStream().readAllBytes();
        int code = process.waitFor();
        writer.join();
        drain.join();
        return new Outcome(code, out, errors.toString(UTF_8));
    }

    private List<WireFrame> kept() throws IOException {
        List<Path> spools = new TapDirectory(directory.resolve("taps")).spools();
        assertThat(spools).hasSize(1);
        return RecordingFiles.read(spools.get(0)).frames();
    }

    /** Returns the recorded lines of the editor or the agent, each with a line end. */
    private byte[] kept(boolean fromClient) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (WireFrame frame : kept()) {
            if (frame.fromClient() == fromClient) {
                lines.writeBytes(frame.bytes());
                lines.write('\n');
            }
        }
        return lines.toByteArray();
    }

    /** Lines of all lengths, large ones, binary rubbish, and an end without a newline. */
    private static byte[] conversation(long seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < 200; i++) {
            byte[] line = new byte[i % 40 == 7 ? 300_000 + random.nextInt(700_000) : random.nextInt(400)];
            random.nextBytes(line);
            if (random.nextBoolean()) {
                for (int at = 0; at < line.length; at++) {
                    line[at] = (byte) ('a' + (line[at] & 15));
                }
            }
            bytes.writeBytes(line);
            bytes.write('\n');
        }
        bytes.writeBytes("{\"no\":\"newline\"}".getBytes(UTF_8));
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void bytesAreIdenticalWithAndWithoutATap(long seed) throws Exception {
        byte[] input = conversation(seed);
        Outcome without = run(List.of("/bin/cat"), input);
        Outcome with = run(tapped("/bin/cat"), input);

        assertThat(Arrays.equals(with.out(), without.out())).isTrue();
        assertThat(with.err()).isEqualTo(without.err());
        assertThat(with.code()).isEqualTo(without.code());
        byte[] kept = Arrays.copyOf(input, input.length + 1);
        kept[input.length] = '\n';
        assertThat(Arrays.equals(kept(true), kept)).isTrue();
        assertThat(Arrays.equals(kept(false), kept)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aConversationIsKeptFrameByFrame(int version) throws Exception {
        Path recorded = Recorded.conversation(
                directory.resolve("recorded.jsonl"), new ProtocolVersion(version), directory, "one", "tool", "many");
        List<WireFrame> frames = RecordingFiles.read(recorded).frames();
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        for (WireFrame frame : frames) {
            input.writeBytes(frame.bytes());
            input.write('\n');
        }
        Outcome unused = run(tapped("/bin/cat"), input.toByteArray());

        for (boolean fromClient : new boolean[] {true, false}) {
            assertThat(kept())
                    .filteredOn(frame -> frame.fromClient() == fromClient)
                    .extracting(frame -> new String(frame.bytes(), UTF_8))
                    .isEqualTo(frames.stream()
                            .map(frame -> new String(frame.bytes(), UTF_8))
                            .toList());
        }
        assertThat(unused.code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kill -9 $$", "exit 0", "exec 1>&- 0<&-; exit 1"})
    void whatHasPassedAnAgentThatDiesInTheMiddleIsKept(String death) throws Exception {
        String flood = "head -c 100000 > /dev/null; head -c 3000000 /dev/urandom; printf end; ";
        byte[] input = conversation(5);
        Outcome outcome = run(tapped("/bin/sh", "-c", flood + death), input);

        assertThat(outcome.out()).hasSize(3_000_003);
        byte[] heard = kept(false); // The last line has no line end.
        assertThat(Arrays.equals(Arrays.copyOf(heard, heard.length - 1), outcome.out()))
                .isTrue();
        byte[] said = kept(true);
        assertThat(said.length).isGreaterThan(100_000);
        int whole = said.length - 1;
        assertThat(Arrays.equals(said, 0, whole, input, 0, whole)).isTrue();
    }

    @Test
    void whatHasReachedAnEditorThatDiesIsKept() throws Exception {
        Process tap = new ProcessBuilder(tapped("/bin/sh", "-c", "read line; exec yes a long story"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        tap.getOutputStream().write("tell\n".getBytes(UTF_8));
        tap.getOutputStream().flush();
        byte[] read = tap.getInputStream().readNBytes(5_000_001);
        tap.getInputStream().close();
        tap.getOutputStream().close();
        assertThat(tap.waitFor(60, TimeUnit.SECONDS)).isTrue();

        assertThat(new String(kept(true), UTF_8)).isEqualTo("tell\n");
        byte[] heard = kept(false);
        assertThat(heard.length).isGreaterThanOrEqualTo(read.length);
        assertThat(Arrays.equals(Arrays.copyOf(heard, read.length), read)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo out; echo err >&2; exit 7",
                "exit 0",
                "kill -9 $$",
                "kill -15 $$",
                "exec 0<&-; echo closed its input; exit 3",
                "exec 1>&-; cat > /dev/null; exit 4",
                "cat; echo after the end of input; exit 5",
                "echo broken >&2; exit 1",
                "printf 'no newline'",
                "echo $0 $HOME; pwd"
            })
    void theEndOfAnAgentIsTheEndOfItsTap(String script) throws Exception {
        byte[] input = "{\"jsonrpc\":\"2.0\"}\n".getBytes(UTF_8);
        Outcome without = run(List.of("/bin/sh", "-c", script), input);
        Outcome with = run(tapped("/bin/sh", "-c", script), input);

        assertThat(new String(with.out(), UTF_8)).isEqualTo(new String(without.out(), UTF_8));
        assertThat(with.err()).isEqualTo(without.err());
        assertThat(with.code()).isEqualTo(without.code());
    }

    @Test
    void aSignalReachesTheAgentWhoseExitCodeIsKept() throws Exception {
        List<String> command =
                tapped("/bin/sh", "-c", "trap 'echo bye; exit 42' TERM; echo ready; while :; do sleep 0.05; done");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var lines = process.inputReader();
        assertThat(lines.readLine()).isEqualTo("ready");
        process.toHandle().destroy();

        assertThat(lines.readLine()).isEqualTo("bye");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(42);
        assertThat(new String(kept(false), UTF_8)).isEqualTo("ready\nbye\n");
    }

    @Test
    void anAgentThatCannotBeStartedIsReportedAsAShellDoes() throws Exception {
        Outcome outcome = run(tapped("/no/such/agent"), new byte[0]);

        assertThat(outcome.code()).isEqualTo(Tap.NOT_FOUND);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("/no/such/agent");
    }

    @Test
    void anAgentIsNotStartedWithAnArgumentThatTheLocaleLacks() throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "LC_ALL=POSIX"));
        command.addAll(tapped("/bin/echo", "removes", "caf\u00E9"));
        Outcome outcome = run(command, new byte[0]);

        assertThat(outcome.code()).isEqualTo(Tap.NOT_FOUND);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("acp tap: argument 2 contains a character")
                .contains("LC_ALL=C.UTF-8");
    }

    @Test
    void aHomeDirectoryThatTheLocaleLacksDoesNotStopTheAgent() throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "LC_ALL=POSIX", "XDG_STATE_HOME=/caf\u00E9"));
        List<String> tapped = tapped("/bin/cat");
        tapped.remove("--directory");
        tapped.remove(directory.resolve("taps").toString());
        command.addAll(tapped);
        Outcome outcome = run(command, "line\n".getBytes(UTF_8));

        assertThat(new String(outcome.out(), UTF_8)).isEqualTo("line\n");
        assertThat(outcome.code()).isZero();
    }

    /** An editor waits for the tap, and libraries cost time. */
    @Test
    void noLibraryOfOptionsOrLogsIsLoaded() throws Exception {
        Path loaded = directory.resolve("classes");
        List<String> command = new ArrayList<>(tapped("/bin/cat"));
        command.add(1, "-Xlog:class+load:file=" + loaded);

        assertThat(run(command, "x\n".getBytes(UTF_8)).code()).isZero();
        assertThat(Files.readString(loaded))
                .contains("io.acp4j.inspector.tap.Tap ")
                .doesNotContain("picocli.", "org.slf4j.", "com.fasterxml.");
    }

    @Test
    void aFullDiskIsNotNoticed() throws Exception {
        byte[] input = conversation(4);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // Every write to this device fails because no space is left.
        Path full = Path.of("/dev/full");
        TapCopy copy = TapCopy.to(
                new SpoolWriter(() -> FileChannel.open(full, StandardOpenOption.WRITE), "cat", SpoolWriter.MAX_BYTES));
        int code = new Tap(
                        List.of("/bin/cat"),
                        new ByteArrayInputStream(input),
                        out,
                        OutputStream.nullOutputStream(),
                        copy)
                .run(process -> {});

        assertThat(code).isZero();
        assertThat(Arrays.equals(out.toByteArray(), input)).isTrue();
    }

    @Test
    void onlyItsOwnerReadsWhatATapKeeps() throws Exception {
        Outcome unused = run(tapped("/bin/cat"), "x\n".getBytes(UTF_8));
        Path taps = directory.resolve("taps");
        TapDirectory kept = new TapDirectory(taps);
        String token = kept.token();

        assertThat(kept.token()).isEqualTo(token).hasSizeGreaterThan(30);
        assertThat(Files.getPosixFilePermissions(taps)).hasSize(3);
        for (Path file : List.of(kept.spools().get(0), taps.resolve("token"))) {
            assertThat(Files.getPosixFilePermissions(file)).as(file.toString()).hasSize(2);
        }
        assertThat(Objects.requireNonNull(unused).code()).isZero();
    }
}
