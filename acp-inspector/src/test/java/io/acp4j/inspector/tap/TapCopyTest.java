package io.acp4j.inspector.tap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.recording.Spool;
import io.acp4j.inspector.recording.Spool.Entry;
import io.acp4j.inspector.recording.Spool.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a tap keeps while disks are slow, files are full and readers go away. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TapCopyTest {

    @TempDir
    Path directory;

    private List<Entry> entries() throws IOException {
        List<Entry> all = new ArrayList<>();
        try (Spool.Reader reader = new Spool.Reader(directory.resolve("spool"))) {
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                all.add(entry);
            }
        }
        return all;
    }

    private static List<String> texts(List<Entry> entries, Kind... kinds) {
        return entries.stream()
                .filter(entry -> List.of(kinds).contains(entry.kind()))
                .map(entry -> new String(entry.bytes(), UTF_8))
                .toList();
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(directory.resolve("spool"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private TapCopy copy(long maxBytes) {
        return TapCopy.to(new SpoolWriter(this::open, "agent", maxBytes));
    }

    /** A stream that is read piece by piece. */
    private static InputStream pieces(Stream<String> pieces) {
        return new SequenceInputStream(
                Collections.enumeration(pieces.map(piece -> new ByteArrayInputStream(piece.getBytes(UTF_8)))
                        .toList()));
    }

    private static void pass(TapCopy copy, Kind kind, InputStream from) {
        new Passage(copy, kind, from, OutputStream.nullOutputStream()).run();
    }

    @Test
    void fromTheLimitOfTheFileOnNothingIsKeptAndThatIsSaidOnce() throws Exception {
        TapCopy copy = copy(500);
        String line = "0123456789".repeat(10) + "\n";
        pass(copy, Kind.FROM_AGENT, pieces(Stream.generate(() -> line).limit(20)));
        copy.close("the agent has ended");

        List<Entry> entries = entries();
        assertThat(texts(entries, Kind.FROM_AGENT)).hasSizeBetween(1, 4).containsOnly(line.strip());
        assertThat(texts(entries, Kind.EVENT)).singleElement().asString().contains("500 bytes");
        assertThat(entries.get(entries.size() - 1).kind()).isEqualTo(Kind.END);
    }

    @Test
    void whatPassesDoesNotWaitForADiskThatIsStuckAndWhatIsMissingIsSaidWhereItWas() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        SpoolWriter writer = new SpoolWriter(
                () -> {
                    awaited(stuck);
                    return open();
                },
                "agent",
                SpoolWriter.MAX_BYTES);
        TapCopy copy = new TapCopy(writer, Clock.systemUTC(), 3);
        pass(copy, Kind.FROM_CLIENT, pieces(Stream.of("before\n")));
        byte[] flood = "0123456\n".repeat(200_000).getBytes(UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Passage(copy, Kind.FROM_AGENT, new ByteArrayInputStream(flood), out).run();
        assertThat(Arrays.equals(out.toByteArray(), flood)).isTrue();
        stuck.countDown();
        copy.close("the agent has ended");

        List<Entry> entries = entries();
        assertThat(texts(entries, Kind.FROM_CLIENT)).containsExactly("before");
        int kept = texts(entries, Kind.FROM_AGENT).size();
        assertThat(kept).isPositive();
        int missing = flood.length - kept * 8;
        assertThat(texts(entries, Kind.EVENT, Kind.END))
                .containsExactly(
                        missing
                                + " bytes have passed here that could not be kept in time; frames around this may be"
                                + " incomplete",
                        "the agent has ended");
    }

    private static void awaited(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void aLongStreamPassesThroughFewBlocks() throws Exception {
        TapCopy copy = new TapCopy(new SpoolWriter(this::open, "agent", SpoolWriter.MAX_BYTES), Clock.systemUTC(), 2);
        byte[] line = ("x".repeat(60_000) + "\n").getBytes(UTF_8);
        InputStream slow = new InputStream() {
            private int lines;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                Path file = directory.resolve("spool");
                while (lines > 0 && (!Files.exists(file) || Files.size(file) < (long) lines * line.length)) {
                    Thread.onSpinWait(); // The next line comes when this one is written.
                }
                if (lines++ == 100) {
                    return -1;
                }
                System.arraycopy(line, 0, to, offset, line.length);
                return line.length;
            }
        };
        pass(copy, Kind.FROM_AGENT, slow);
        copy.close("the agent has ended");

        assertThat(texts(entries(), Kind.FROM_AGENT)).hasSize(100).containsOnly("x".repeat(60_000));
        assertThat(texts(entries(), Kind.EVENT)).isEmpty();
    }

    @Test
    void whatItsReaderHasOnlyPartlyTakenIsKept() throws Exception {
        TapCopy copy = copy(SpoolWriter.MAX_BYTES);
        OutputStream gone = new OutputStream() {
            @Override
            public void write(int unused) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        new Passage(copy, Kind.FROM_CLIENT, pieces(Stream.of("half\n")), gone).run();
        copy.close("the agent has ended");

        assertThat(texts(entries(), Kind.FROM_CLIENT, Kind.EVENT, Kind.END))
                .containsExactly("half", "the agent reads no more", "the agent has ended");
    }

    @Test
    void anAgentThatEndsAtARequestHasIt() throws Exception {
        TapCopy copy = copy(SpoolWriter.MAX_BYTES);
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch descheduled = new CountDownLatch(1);
        OutputStream agent = new OutputStream() {
            @Override
            public void write(int unused) throws IOException {
                written.countDown();
                awaited(descheduled);
            }
        };
        Passage input = new Passage(copy, Kind.FROM_CLIENT, pieces(Stream.of("\n")), agent);
        Thread editor = new Thread(input);
        editor.start();
        written.await();
        Thread end = new Thread(() -> {
            try {
                input.settle(60_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            copy.close("the agent has ended");
        });
        end.start();
        while (end.getState() != Thread.State.TIMED_WAITING && end.isAlive()) {
            Thread.onSpinWait();
        }
        descheduled.countDown();
        end.join();
        editor.join();

        assertThat(texts(entries(), Kind.FROM_CLIENT, Kind.END)).containsExactly("", "the agent has ended");
    }
}
