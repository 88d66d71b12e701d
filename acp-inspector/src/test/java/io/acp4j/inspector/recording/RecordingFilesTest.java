package io.acp4j.inspector.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void aWholeLineThatIsNoJsonIsRefusedThoughItIsTheLast() {
        assertThatThrownBy(() -> read(FRAME + "\n" + FRAME.substring(0, 30) + "\n"))
                .hasMessage("monday.jsonl has a line 2 that is no JSON object");
        assertThatThrownBy(() -> read(FRAME + "\nxx\n" + FRAME.substring(0, 30)))
                .hasMessage("monday.jsonl has a line 2 that is no JSON object");
        assertThatThrownBy(() -> read(FRAME.substring(0, 30)))
                .hasMessage("monday.jsonl is no recording that is known here: its first line is no JSON object");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"+1000000000-12-31T23:59:59Z\"",
                "\"-1000000000-01-01T00:00:00Z\"",
                "1e300",
                "-1e300",
                "9223372036854775807"
            })
    void timesThatNoRecorderWritesAreRefused(String time) {
        assertThatThrownBy(() -> read("{\"time\":" + time + ",\"direction\":\"outbound\",\"frame\":" + FRAME + "}"))
                .hasMessage("monday.jsonl is no recording that is known here: line 1 has a time that is none");
    }

    @Test
    void aFrameMayHoldAPicture() throws IOException {
        String text = "x".repeat(21_000_000);
        assertThat(read("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":\"" + text + "\"}\n")
                        .frames())
                .hasSize(1);
    }
}
