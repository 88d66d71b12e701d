package io.acp4j.transport.http.internal.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventParserTest {

    @Test
    void eventsAreFoundHoweverTheyAreWrittenAndCut() throws Exception {
        String text = """
                \uFEFFdata: {"a":1}\r
                \r
                : comment
                event: message
                id: 1
                retry: 5
                data: {"b":
                data:"ä€😀"}

                data

                unknown: x

                data: 3\rid: 2\r\rdata: 4



                """;
        byte[] bytes = text.getBytes(UTF_8);
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            List<String> events = new ArrayList<>();
            List<String> ids = new ArrayList<>();
            List<String> comments = new ArrayList<>();
            EventParser parser = new EventParser(1000, new EventParser.Sink() {
                @Override
                public void event(byte[] data) {
                    events.add(new String(data, UTF_8));
                }

                @Override
                public void comment(String said) {
                    comments.add(said);
                }

                @Override
                public void id(String id) {
                    ids.add(id);
                }
            });
            int at = 0;
            while (at < bytes.length) {
                int length = Math.min(bytes.length - at, 1 + random.nextInt(round % 20 + 1));
                parser.feed(ByteBuffer.wrap(bytes, at, length));
                at += length;
            }
            assertThat(events).containsExactly("{\"a\":1}", "{\"b\":\n\"ä€😀\"}", "3", "4");
            assertThat(ids).containsExactly("1", "2");
            assertThat(comments).containsExactly("comment");
        }
    }
}
