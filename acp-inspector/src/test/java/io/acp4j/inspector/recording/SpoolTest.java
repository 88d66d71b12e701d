package io.acp4j.inspector.recording;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.inspector.recording.Spool.Entry;
import io.acp4j.inspector.recording.Spool.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that were kept in pieces of any size, read as lines. */
class SpoolTest {

    private static final int SMALL = 40;

    @TempDir
    Path directory;

    /** What passed, piece by piece, and the lines that a person would see in it. */
    private static final class Passed {
        private final Random random;
        private final ByteArrayOutputStream file = new ByteArrayOutputStream();
        private final Map<Kind, StringBuilder> begun =
                new EnumMap<>(Map.of(Kind.FROM_CLIENT, new StringBuilder(), Kind.FROM_AGENT, new StringBuilder()));
        private final List<String> lines = new ArrayList<>();
        private int pieces;

        Passed(long seed) {
            random = new Random(seed);
            file.writeBytes(Spool.head());
            add(Kind.NAME, "agent");
        }

        private void add(Kind kind, String text) {
            // Latin-1: each character is a byte, whatever it is.
            file.writeBytes(Spool.encode(new Entry(pieces++, kind, text.getBytes(ISO_8859_1))));
        }

        private String anything(int length) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < length; i++) {
                text.append((char) (random.nextInt(6) == 0 ? '\n' : random.nextInt(256)));
            }
            return text.toString();
        }

        private void piece() {
            Kind kind = random.nextBoolean() ? Kind.FROM_CLIENT : Kind.FROM_AGENT;
            if (random.nextInt(20) == 0) {
                add(Kind.EVENT, "something");
                lines.add("EVENT something");
                return;
            }
            String text = anything(1 + random.nextInt(random.nextBoolean() ? 3 : 60));
            add(kind, text);
            StringBuilder line = begun.get(kind);
            for (char each : text.toCharArray()) {
                if (each == '\n') {
                    end(kind);
                } else {
                    line.append(each);
                }
            }
        }

        private void end(Kind kind) {
            StringBuilder line = begun.get(kind);
            lines.add(kind + " " + line);
            line.setLength(0);
        }

        private void endOf(Kind kind) {
            if (begun.get(kind).length() > 0) {
                end(kind);
            }
        }
    }

    private static String shown(Entry entry) {
        return entry.kind() + " " + new String(entry.bytes(), ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whereverPiecesBeginAndEndAndHoweverMuchIsThereTheLinesAreThoseThatPassed(long seed) throws IOException {
        Passed passed = new Passed(seed);
        for (int i = 0; i < 300; i++) {
            passed.piece();
        }
        boolean hasEnded = seed % 2 == 0;
        if (hasEnded) {
            passed.add(Kind.FROM_AGENT, "");
            passed.endOf(Kind.FROM_AGENT);
            passed.endOf(Kind.FROM_CLIENT); // By the end of all, as when its process is left behind.
            passed.add(Kind.END, "over");
            passed.lines.add("END over");
        }
        byte[] bytes = passed.file.toByteArray();
        Path file = directory.resolve("growing.acptap");
        Random random = new Random(seed);
        List<String> found = new ArrayList<>();
        try (OutputStream to = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW);
                Spool.Reader reader = new Spool.Reader(file)) {
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, 1 + random.nextInt(200));
                to.write(bytes, at, count);
                at += count;
                for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                    found.add(shown(entry));
                }
            }
        }
        assertThat(found.get(0)).isEqualTo("NAME agent");
        assertThat(found.subList(1, found.size())).isEqualTo(passed.lines);

        // Opened as a file it is read to its end, which is that of its lines, too.
        if (!hasEnded) {
            passed.endOf(Kind.FROM_CLIENT);
            passed.endOf(Kind.FROM_AGENT);
        }
        assertThat(RecordingFiles.read(file).frames())
                .extracting(frame ->
                        shown(new Entry(0, frame.fromClient() ? Kind.FROM_CLIENT : Kind.FROM_AGENT, frame.bytes())))
                .isEqualTo(passed.lines.stream()
                        .filter(line -> line.startsWith("FROM"))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"39, true", "40, true", "41, false", "400, false"})
    void aLineThatIsTooLongIsToldOfAndTheNextOneIsShown(int length, boolean isShown) {
        byte[] text = ("x".repeat(length) + "\nnext\n").getBytes(UTF_8);
        for (int size = 1; size <= text.length; size++) {
            LineCutter cutter = new LineCutter(SMALL);
            Deque<Entry> lines = new ArrayDeque<>();
            for (int at = 0; at < text.length; at += size) {
                byte[] piece = Arrays.copyOfRange(text, at, Math.min(text.length, at + size));
                cutter.cut(new Entry(at, Kind.FROM_AGENT, piece), lines);
            }
            String first = isShown
                    ? "FROM_AGENT " + "x".repeat(length)
                    : "EVENT a line of " + length + " bytes has passed here, which is too long to be shown";
            assertThat(lines).extracting(SpoolTest::shown).containsExactly(first, "FROM_AGENT next");
        }
    }

    @Test
    void aSpoolOfAnotherVersionIsNotReadAsIfItWasOne() throws IOException {
        Path file = Files.write(directory.resolve("old.acptap"), "acptap1\n0123456789012345".getBytes(UTF_8));
        try (Spool.Reader reader = new Spool.Reader(file)) {
            assertThatThrownBy(reader::next).isInstanceOf(IOException.class).hasMessageContaining("this version");
        }
        assertThatThrownBy(() -> RecordingFiles.read(file)).isInstanceOf(IOException.class);
    }
}
