package io.acp4j.transport.http.internal.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void linesOfAnyLengthEndWhereTheyDo(String newline) throws Exception {
        for (int length = 1; length < 40; length++) {
            // Neighbours of both ends of lines, and bytes above 127, are no ends.
            String text = "\u000b\u000c\u000e\t\u008a\u008dä€😀".repeat(8).substring(0, length);
            byte[] bytes = ("data: " + text + newline + newline + "data: " + text + newline + newline).getBytes(UTF_8);
            for (int cut = 0; cut <= bytes.length; cut++) {
                List<String> events = new ArrayList<>();
                EventParser parser = new EventParser(1000, events(events));
                parser.feed(ByteBuffer.wrap(bytes, 0, cut).slice().asReadOnlyBuffer());
                parser.feed(ByteBuffer.wrap(bytes, cut, bytes.length - cut));
                String read = new String(text.getBytes(UTF_8), UTF_8); // half a pair becomes a question mark
                assertThat(events).containsExactly(read, read);
            }
        }
    }

    private static EventParser.Sink events(List<String> events) {
        return new EventParser.Sink() {
            @Override
            public void event(byte[] data) {
                events.add(new String(data, UTF_8));
            }

            @Override
            public void comment(String said) {}

            @Override
            public void id(String id) {}
        };
    }
}
