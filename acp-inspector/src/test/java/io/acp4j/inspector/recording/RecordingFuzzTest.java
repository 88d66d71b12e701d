package io.acp4j.inspector.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mutated recordings are read or refused with an {@link IOException}, and no error repeats what they contain. */
class RecordingFuzzTest {

    /** Number of files of each seed; raised to search for faults. */
    private static final int FILES = Integer.getInteger("acp.fuzz.files", 1_500);

    private static final String MESSAGE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"a\":[1,{\"b\":\"s3cr3t\"}]}}";

    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        "\"",
        "\\",
        "\n",
        "\r\n",
        ",",
        ":",
        "->",
        "<--",
        "2026-01-02T03:04:05Z",
        "99:99:99",
        "\u001B[31m",
        "\u001B]",
        "\uFEFF",
        "\uD83D",
        "\u0000",
        "1e999",
        "null",
        MESSAGE,
        "{\"messages\":[",
        "{\"opened\":\"\",\"connection\":{}}",
        "{\"base64\":\"!\"}",
        "x (id=1) params="
    };

    private static final String[] SEEDS = {
        "2026-02-14 20:22:39,308 [ 318210]   FINE - AcpTransport - OUT: " + MESSAGE + "\n",
        "[2026-02-14T20:22:39.308Z] >>> CLIENT → AGENT [REQUEST] initialize\n"
                + "{\n"
                + "  \"jsonrpc\": \"2.0\",\n"
                + "  \"id\": 1\n"
                + "}\n\n",
        "{\"ts\":1700000000,\"dir\":\"out\",\"conn\":\"a\",\"msg\":" + MESSAGE + "}\n",
        "[" + MESSAGE + "," + MESSAGE + "]",
        "{\"version\":1,\"messages\":[{\"direction\":\"editor-to-agent\",\"raw\":\"{}\"}]}",
        "--> initialize (id=0) params={\"protocolVersion\":1}\n",
    };

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void mutatedRecordingsAreReadOrRefused(int seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < FILES; i++) {
            StringBuilder text = new StringBuilder(SEEDS[seed].repeat(1 + random.nextInt(3)));
            for (int change = random.nextInt(8); change >= 0; change--) {
                int at = random.nextInt(text.length() + 1);
                switch (random.nextInt(3)) {
                    case 0 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                    case 1 -> text.delete(at, Math.min(text.length(), at + random.nextInt(20)));
                    default -> text.insert(at, (char) random.nextInt(0x3000));
                }
            }
            byte[] bytes = text.toString().getBytes(UTF_8);
            if (random.nextInt(4) == 0 && bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            read(bytes);
        }
    }

    private void read(byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve("fuzzed"), bytes);
        try {
            WireRecording recording = RecordingFiles.read(file, "fuzzed");
            assertThat(recording.unreadable().summary()).doesNotContain("s3cr3t");
            assertThat(recording.frames()).allMatch(frame -> frame.connection() >= 1);
        } catch (IOException e) {
            assertThat(e).hasMessageStartingWith("fuzzed ").hasMessageNotContaining("s3cr3t");
        }
    }

    /** Each line could start JSON that ends much later, so that a careless reader reads the rest of the file for each of them. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":\n", "[{\"a\":[1,\n", "[\n", "{\n", "{\"a\":\"\n", "{\"a\":[[[[[[[[[[[[[[[[[[[[\n"})
    void nestedBeginningsAreReadInLinearTime(String line) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < 20_000; i++) {
            out.writeBytes(line.getBytes(UTF_8));
        }
        out.writeBytes((MESSAGE + "\n").getBytes(UTF_8));

        WireRecording recording =
                RecordingFiles.read(Files.write(directory.resolve("nested"), out.toByteArray()), "nested");
        assertThat(recording.frames()).hasSize(1);
    }

    @Test
    void manyPlacesOfALineThatLookLikeJsonAreBounded() throws IOException {
        String line = "[{\"".repeat(200_000) + "\n" + MESSAGE + "\n";
        WireRecording recording = RecordingFiles.read(Files.writeString(directory.resolve("line"), line), "line");

        assertThat(recording.frames()).hasSize(1);
    }
}
