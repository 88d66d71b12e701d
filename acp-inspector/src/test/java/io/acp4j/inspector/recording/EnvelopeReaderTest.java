package io.acp4j.inspector.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EnvelopeReaderTest {

    @Test
    void nestedObjectsWithoutAMessageAreReadOnce() {
        AtomicInteger reads = new AtomicInteger();
        JsonNode value = new TextNode("no message") {
            @Override
            public String textValue() {
                reads.incrementAndGet();
                return super.textValue();
            }
        };
        for (int depth = 0; depth < 7; depth++) {
            value = FrameJson.MAPPER.createObjectNode().set("data", value);
        }
        List<RecordedLine> found = new ArrayList<>();

        assertThat(new EnvelopeReader().read(value, LineContext.NONE, found)).isFalse();
        assertThat(found).isEmpty();
        assertThat(reads).hasValueBetween(1, 2);
    }
}
