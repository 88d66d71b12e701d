package io.acp4j.rpc.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.schema.json.RawJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WireRecorderTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private static WireRecorder.Builder builder() {
        return WireRecorder.builder().clock(Clock.fixed(NOON, ZoneOffset.UTC));
    }

    private static void record(WireRecorder recorder, Direction direction, String frame) {
        byte[] bytes = ("..." + frame + "...").getBytes(UTF_8);
        recorder.onFrame(direction, bytes, 3, bytes.length - 6);
    }

    private List<String> lines() {
        return out.toString(UTF_8).lines().toList();
    }

    private String redacted(WireRecorder.Builder builder, String frame) {
        out.reset();
        record(builder.to(out), Direction.OUTBOUND, frame);
        String line = lines().get(0);
        return line.substring(line.indexOf("\"frame\":") + 8, line.length() - 1);
    }

    @Test
    void frameIsALineWithItsTimeAndDirection() {
        WireRecorder recorder = builder().to(out);
        record(recorder, Direction.OUTBOUND, "{\"id\":1,\"method\":\"initialize\"}");
        record(recorder, Direction.INBOUND, "{ \"id\" : 1,\n \"result\" : {\"é\":1.50e3,\"n\":12345678901234567890} }");
        assertThat(lines())
                .containsExactly(
                        "{\"time\":\"2026-01-01T12:00:00Z\",\"direction\":\"outbound\",\"frame\":{\"id\":1,\"method\":\"initialize\"}}",
                        "{\"time\":\"2026-01-01T12:00:00Z\",\"direction\":\"inbound\",\"frame\":{\"id\":1,\"result\":{\"é\":1.50e3,\"n\":12345678901234567890}}}");
    }

    @Test
    void linesOfFurtherConnectionsHaveTheirNumberAfterTheReason() throws IOException {
        WireRecorder recorder = builder().to(out);
        byte[] frame = "{\"id\":1,\"method\":\"initialize\"}".getBytes(UTF_8);
        WireListener first = recorder.connection("");
        first.onFrame(Direction.OUTBOUND, frame, 0, frame.length);
        WireListener second =
                recorder.connection("the process exited, token=sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789");
        second.onFrame(Direction.OUTBOUND, frame, 0, frame.length);
        first.onFrame(Direction.INBOUND, frame, 0, frame.length);

        assertThat(lines())
                .extracting(line ->
                        line.replace("\"time\":\"2026-01-01T12:00:00Z\",", "").replaceAll(",\"frame.*", ""))
                .containsExactly(
                        "{\"connection\":1,\"opened\":\"\"}",
                        "{\"connection\":1,\"direction\":\"outbound\"",
                        "{\"connection\":2,\"opened\":\"the process exited, token=[redacted]\"}",
                        "{\"connection\":2,\"direction\":\"outbound\"",
                        "{\"connection\":1,\"direction\":\"inbound\"");
        Recording recording = Recording.read(new ByteArrayInputStream(out.toByteArray()), 10_000);
        assertThat(recording.frames()).hasSize(3);
    }

    @Test
    void valuesOfEnvironmentVariablesAndHeadersAreLeftOutUnlessAskedFor() {
        String frame =
                "{\"params\":{\"env\":[{\"name\":\"A\",\"value\":\"s3cret\"}],\"mcpServers\":[{\"env\":[{\"name\":\"B\","
                        + "\"value\":\"s3cret\"}],\"headers\":[{\"name\":\"C\",\"value\":\"s3cret\"}]}],\"value\":\"kept\"}}";
        assertThat(redacted(builder(), frame)).isEqualTo(frame.replace("s3cret", "[redacted]"));
        assertThat(redacted(builder().redactNothing(), frame)).isEqualTo(frame);
    }

    @Test
    void membersAreLeftOutByNameWhereverTheyAre() {
        assertThat(redacted(
                        builder().redact("apiKey"),
                        "{\"apikey\":1,\"a\":[{\"APIKEY\":{\"deep\":[1,2]},\"b\":2}],\"c\":\"apiKey\"}"))
                .isEqualTo("{\"apikey\":\"[redacted]\",\"a\":[{\"APIKEY\":\"[redacted]\",\"b\":2}],\"c\":\"apiKey\"}");
    }

    @Test
    void valuesAreLeftOutByTheirPath() {
        assertThat(redacted(
                        builder().redact("/params/prompt/*/text", "/params/a~1b", "/list/1"),
                        "{\"params\":{\"prompt\":[{\"text\":\"x\",\"type\":\"text\"},{\"text\":[1]}],\"a/b\":{},"
                                + "\"inner\":{\"prompt\":[{\"text\":\"kept\"}]}},\"list\":[0,1,2]}"))
                .isEqualTo(
                        "{\"params\":{\"prompt\":[{\"text\":\"[redacted]\",\"type\":\"text\"},{\"text\":\"[redacted]\"}],"
                                + "\"a/b\":\"[redacted]\",\"inner\":{\"prompt\":[{\"text\":\"kept\"}]}},\"list\":[0,\"[redacted]\",2]}");
    }

    @Test
    void frameThatIsNoJsonIsKeptOnlyWhenNothingIsRedacted() {
        WireRecorder open = builder().redactNothing().to(out);
        record(open, Direction.INBOUND, "no json");
        record(open, Direction.INBOUND, "{} {}");
        record(open, Direction.INBOUND, "{\"cut");
        record(builder().to(out), Direction.INBOUND, "token=s3cret");
        assertThat(lines())
                .extracting(line -> line.substring(line.indexOf("bound\",") + 7))
                .containsExactly(
                        "\"base64\":\"bm8ganNvbg==\"}",
                        "\"base64\":\"e30ge30=\"}",
                        "\"base64\":\"eyJjdXQ=\"}",
                        "\"bytes\":12}");
    }

    @Test
    void recordingEndsAtItsLimitAndSaysSo() throws IOException {
        WireRecorder recorder = builder().maxBytes(1000).to(out);
        for (int i = 0; i < 100; i++) {
            record(recorder, Direction.INBOUND, "{\"number\":" + i + "}");
        }
        assertThat(lines()).hasSizeLessThan(20).endsWith("{\"truncated\":true}");
        assertThat(out.size()).isLessThan(1100);
        Recording recording = Recording.read(new ByteArrayInputStream(out.toByteArray()), 10_000);
        assertThat(recording.isTruncated()).isTrue();
        assertThat(recording.frames()).hasSize(lines().size() - 1);
    }

    @Test
    void streamThatFailsEndsTheRecordingOnly() {
        WireRecorder recorder = builder().to(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("disk full");
            }
        });
        record(recorder, Direction.INBOUND, "{}");
        record(recorder, Direction.INBOUND, "{}");
    }

    @Test
    void fileIsReadBack(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("recording.jsonl");
        try (WireRecorder recorder = builder().to(file)) {
            record(recorder, Direction.OUTBOUND, "{\"a\":1}");
            record(recorder, Direction.INBOUND, "no json");
        }
        Recording recording = Recording.read(file);
        assertThat(recording.isTruncated()).isFalse();
        assertThat(recording.frames()).hasSize(2);
        Recording.Frame first = recording.frames().get(0);
        assertThat(first.time()).isEqualTo(NOON);
        assertThat(first.direction()).isEqualTo(Direction.OUTBOUND);
        assertThat(first.json()).isEqualTo(RawJson.parse("{\"a\":1}"));
        assertThat(recording.frames().get(1).json()).isNull();
    }

    @Test
    void linesThatAreNoneOfARecordingAreNamed() {
        assertThatThrownBy(() -> read("{\"direction\":\"inbound\",\"frame\":{}}\n\nnonsense", 1000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 3");
        assertThatThrownBy(() -> read("{\"frame\":{}}", 1000)).hasMessageContaining("line 1");
        assertThatThrownBy(() -> read("{\"direction\":\"inbound\",\"time\":\"noon\"}", 1000))
                .hasMessageContaining("line 1");
        assertThatThrownBy(() -> read(" ".repeat(1001), 1000)).hasMessageContaining("longer than 1000 bytes");
    }

    private static Recording read(String text, long limit) throws IOException {
        return Recording.read(new ByteArrayInputStream(text.getBytes(UTF_8)), limit);
    }
}
