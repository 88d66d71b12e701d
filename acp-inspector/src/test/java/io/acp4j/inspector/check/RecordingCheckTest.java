package io.acp4j.inspector.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.export.HtmlExport;
import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.tck.conversation.BrokenRequirement;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Findings about a recording. */
class RecordingCheckTest {

    private static final String UPDATE =
            "{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s','update':"
                    + "{'sessionUpdate':'plan','entries':[{'content':'a','status':'pending'},"
                    + "{'content':'b','status':'pending','priority':'low'}]}}}";

    private static WireFrame frame(boolean fromClient, String json) {
        return new WireFrame(fromClient, Instant.EPOCH, json.replace('\'', '"').getBytes(UTF_8));
    }

    private final WireRecording recording = new WireRecording(
            List.of(
                    frame(true, "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':1}}"),
                    frame(false, "{'jsonrpc':'2.0','id':0,'result':{'protocolVersion':1}}"),
                    frame(false, UPDATE)),
            false);

    @Test
    void valuesThatReadersLeaveOutAreFindingsWithTheirFrame() {
        RecordingCheck check = RecordingCheck.of(recording);

        assertThat(check.omissions()).isEqualTo(1);
        assertThat(check.broken())
                .filteredOn(each -> each.id().equals(OmissionFinder.ID))
                .singleElement()
                .satisfies(omission -> {
                    assertThat(omission.message()).isEqualTo(2);
                    assertThat(omission.side()).isEqualTo(BrokenRequirement.Side.AGENT);
                    assertThat(omission.observed())
                            .isEqualTo("/params/update/entries/0 of session/update was left out");
                });
    }

    @Test
    void exportedPageShowsThem() throws IOException {
        assertThat(new String(HtmlExport.of("monday", recording), UTF_8))
                .contains("/params/update/entries/0 of session/update was left out");
    }
}
