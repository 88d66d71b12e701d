package io.acp4j.inspector.tap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.recording.Spool;
import io.acp4j.inspector.recording.WireFrame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
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

/** A tap as the process that an editor starts: nobody is to notice it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TapTest {

    @TempDir
    Path directory;

    private record Outcome(int code, byte[] out, String err) {}

    /** Returns what an editor starts. */
    private List<String> tapped(String... command) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "io.acp4j.inspector.Main",
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
                // The agent reads no more: with and without a tap.
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
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        for (WireFrame frame : kept()) {
            ByteArrayOutputStream to = frame.fromClient() ? said : heard;
            to.writeBytes(frame.bytes());
            to.write('\n');
        }
        byte[] kept = Arrays.copyOf(input, input.length + 1);
        kept[input.length] = '\n';
        assertThat(Arrays.equals(said.toByteArray(), kept)).isTrue();
        assertThat(Arrays.equals(heard.toByteArray(), kept)).isTrue();
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
    }

    @Test
    void anAgentThatCannotBeStartedIsReportedAsAShellDoes() throws Exception {
        Outcome outcome = run(tapped("/no/such/agent"), new byte[0]);

        assertThat(outcome.code()).isEqualTo(Tap.NOT_FOUND);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("/no/such/agent");
    }

    @Test
    void aFullDiskIsNotNoticed() throws Exception {
        byte[] input = conversation(4);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // What every write to it says: there is no space left.
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

    private List<Spool.Entry> entries(Path file) throws IOException {
        List<Spool.Entry> all = new ArrayList<>();
        try (Spool.Reader reader = new Spool.Reader(file)) {
            for (Spool.Entry entry = reader.next(); entry != null; entry = reader.next()) {
                all.add(entry);
            }
        }
        return all;
    }

    private SpoolWriter writer(Path file, long maxBytes) {
        return new SpoolWriter(
                () -> FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                "agent",
                maxBytes);
    }

    @Test
    void whatIsNotKeptIsSaidWhereItWas() throws Exception {
        Path limited = directory.resolve("limited");
        TapCopy copy = TapCopy.to(writer(limited, 500));
        byte[] line = "0123456789".repeat(10).concat("\n").getBytes(UTF_8);
        for (int i = 0; i < 20; i++) {
            copy.passed(Spool.Kind.FROM_AGENT, line, line.length);
        }
        copy.close("the agent has ended");
        List<Spool.Entry> entries = entries(limited);
        assertThat(entries).hasSizeLessThan(12);
        assertThat(entries)
                .filteredOn(entry -> entry.kind() == Spool.Kind.EVENT)
                .hasSize(1);
        assertThat(entries.get(entries.size() - 1).kind()).isEqualTo(Spool.Kind.END);

        Path slow = directory.resolve("slow");
        TapCopy small = new TapCopy(writer(slow, SpoolWriter.MAX_BYTES), Clock.systemUTC(), 50);
        small.passed(Spool.Kind.FROM_AGENT, line, line.length);
        small.passed(Spool.Kind.FROM_AGENT, "a\n".getBytes(UTF_8), 2);
        small.close("the agent has ended");
        assertThat(entries(slow))
                .extracting(entry -> new String(entry.bytes(), UTF_8))
                .anyMatch(text -> text.startsWith(line.length + " bytes have passed"))
                .contains("a");
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
