package io.acp4j.inspector.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are recordings in part, or look like ones. */
class RecordingFilesTest {

    private static final String FRAME =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}";

    @TempDir
    Path directory;

    private WireRecording read(String text) throws IOException {
        return RecordingFiles.read(Files.writeString(directory.resolve("x"), text), "monday.jsonl");
    }

    @Test
    void whatComesBeforeACutLineIsThere() throws IOException {
        WireRecording cut = read(FRAME + "\n" + FRAME + "\n" + FRAME.substring(0, 30));

        assertThat(cut.frames()).hasSize(2);
        assertThat(cut.isTruncated()).isTrue();
        assertThat(read(FRAME + "\n" + FRAME).isTruncated()).isFalse();
    }

    @Test
    void aWholeLineThatIsDamagedIsListedThoughItIsTheLast() throws IOException {
        assertThat(read(FRAME + "\n" + FRAME.substring(0, 30) + "\n")
                        .unreadable()
                        .summary())
                .isEqualTo("1 line could not be read (line 2: its JSON is incomplete)");
        assertThat(read(FRAME + "\nxx\n" + FRAME.substring(0, 30)).unreadable().summary())
                .isEqualTo("1 line could not be read (line 2: no JSON)");
        assertThatThrownBy(() -> read(FRAME.substring(0, 30)))
                .hasMessage("monday.jsonl has no message of the protocol: 1 line could not be read"
                        + " (line 1: its JSON is incomplete)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"+1000000000-12-31T23:59:59Z\"",
                "\"-1000000000-01-01T00:00:00Z\"",
                "1e300",
                "-1e300",
                "\"yesterday\""
            })
    void timesThatNoRecorderWritesAreLeftOut(String time) throws IOException {
        WireRecording recording = read("{\"time\":" + time + ",\"direction\":\"outbound\",\"frame\":" + FRAME + "}");

        assertThat(recording.frames()).hasSize(1);
        assertThat(recording.frames().get(0).time()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void aFrameMayHoldAPicture() throws IOException {
        String text = "x".repeat(21_000_000);
        assertThat(read("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":\"" + text + "\"}\n")
                        .frames())
                .hasSize(1);
    }
}
