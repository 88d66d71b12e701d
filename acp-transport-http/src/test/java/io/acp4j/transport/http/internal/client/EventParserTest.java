package io.acp4j.transport.http.internal.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
                public void tooLong(byte[] data, int length) {
                    throw new AssertionError();
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

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000, 1_000_000})
    void eventAboveTheLimitIsSkippedAndItsBeginningIsKept(int cut) throws Exception {
        String line = "x".repeat(90_000);
        String lines = ("data: " + "y".repeat(500) + "\n").repeat(300);
        byte[] bytes = ("data: 1\n\ndata: " + line + "\n\n: " + line + "\ndata: 2\n\n" + lines + "\ndata: 3\n\n")
                .getBytes(UTF_8);
        List<String> events = new ArrayList<>();
        EventParser parser = new EventParser(70_000, events(events));
        for (int at = 0; at < bytes.length; at += cut) {
            parser.feed(ByteBuffer.wrap(bytes, at, Math.min(cut, bytes.length - at)));
        }
        assertThat(events).hasSize(5);
        assertThat(List.of(events.get(0), events.get(2), events.get(4))).containsExactly("1", "2", "3");
        assertThat(events.get(1)).startsWith("too long: xxx").hasSizeBetween(60_000, 66_000);
        assertThat(events.get(3)).startsWith("too long: yyy").hasSizeBetween(60_000, 66_000);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "16384, 1", "4000000, 1", "0, 3", "1, 3", "16384, 3", "4000000, 3"})
    void eventIsSkippedByItsExcessHoweverManyLinesItHas(int excess, int lines) throws Exception {
        int limit = 5 * 1024 * 1024;
        // The lines of an event are joined by a line feed.
        int length = limit + excess - (lines - 1);
        List<String> events = new ArrayList<>();
        EventParser parser = new EventParser(limit, events(events));
        for (int line = 0; line < lines; line++) {
            String part = "x".repeat(length * (line + 1) / lines - length * line / lines);
            parser.feed(ByteBuffer.wrap(("data: " + part + "\n").getBytes(UTF_8)));
        }
        parser.feed(ByteBuffer.wrap("\ndata: next\n\n".getBytes(UTF_8)));
        assertThat(events).hasSize(2).last().isEqualTo("next");
        if (excess == 0) {
            assertThat(events.get(0).length()).isEqualTo(limit);
        } else {
            assertThat(events.get(0)).startsWith("too long: x").hasSizeLessThan(70_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void eventMoreThan4MibAboveTheLimitIsAFault(int lines) {
        int limit = 5 * 1024 * 1024;
        String part = "data: " + "x".repeat((limit + 4 * 1024 * 1024 + 32 * 1024) / lines) + "\n";
        EventParser parser = new EventParser(limit, events(new ArrayList<>()));
        assertThatThrownBy(() -> parser.feed(ByteBuffer.wrap(part.repeat(lines).getBytes(UTF_8))))
                .isInstanceOf(EventParser.TooLongException.class);
    }

    @Test
    void eventFarAboveTheLimitIsAFault() {
        EventParser parser = new EventParser(1000, events(new ArrayList<>()));
        byte[] bytes = ("data: " + "x".repeat(40_000)).getBytes(UTF_8);
        assertThatThrownBy(() -> parser.feed(ByteBuffer.wrap(bytes))).isInstanceOf(EventParser.TooLongException.class);
    }

    private static EventParser.Sink events(List<String> events) {
        return new EventParser.Sink() {
            @Override
            public void event(byte[] data) {
                events.add(new String(data, UTF_8));
            }

            @Override
            public void tooLong(byte[] data, int length) {
                events.add("too long: " + new String(data, 0, length, UTF_8));
            }

            @Override
            public void comment(String said) {}

            @Override
            public void id(String id) {}
        };
    }
}
