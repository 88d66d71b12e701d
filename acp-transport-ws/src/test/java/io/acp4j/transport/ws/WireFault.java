package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Something that RFC 6455 forbids a peer to send, with the cases that the Autobahn test suite has made usual.
 *
 * @param code the close code of the connection; the limit is 2000 bytes for a message and 1000 bytes for a frame, and up to 16 times as
 *     much is skipped
 */
public record WireFault(String name, int code, Play play) {

    /** Sends it. */
    public interface Play {
        void play(RawSocket raw) throws IOException;
    }

    private static WireFault fault(String name, int code, Play play) {
        return new WireFault(name, code, play);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Returns all of them, for either direction. */
    public static Stream<WireFault> all() {
        return Stream.of(heads(), controls(), closes(), messages(), lengths()).flatMap(List::stream);
    }

    private static List<WireFault> heads() {
        return List.of(
                fault("reserved bit 1", 1002, raw -> raw.frame(0xC1, bytes("{}"))),
                fault("reserved bit 2", 1002, raw -> raw.frame(0xA1, bytes("{}"))),
                fault("reserved bit 3", 1002, raw -> raw.frame(0x91, bytes("{}"))),
                fault("reserved bit of a ping", 1002, raw -> raw.frame(0xC9)),
                fault("reserved bit of a close", 1002, raw -> raw.frame(0xC8, closing(1000, ""))),
                fault("opcode 3", 1002, raw -> raw.frame(0x83, bytes("{}"))),
                fault("opcode 7", 1002, raw -> raw.frame(0x87)),
                fault("opcode 11", 1002, raw -> raw.frame(0x8B)),
                fault("opcode 15", 1002, raw -> raw.frame(0x8F)),
                fault("the wrong masking", 1002, raw -> raw.wronglyMasked(0x81, bytes("{}"))));
    }

    private static List<WireFault> controls() {
        return List.of(
                fault("ping of 126 bytes", 1002, raw -> raw.frame(0x89, new byte[126])),
                fault("pong of 126 bytes", 1002, raw -> raw.frame(0x8A, new byte[126])),
                fault("close of 126 bytes", 1002, raw -> raw.frame(0x88, closing(1000, "x".repeat(124)))),
                fault("ping of 70000 bytes", 1002, raw -> raw.frame(0x89, new byte[70_000])),
                fault("fragmented ping", 1002, raw -> raw.frame(0x09)),
                fault("fragmented close", 1002, raw -> raw.frame(0x08)));
    }

    private static List<WireFault> closes() {
        return List.of(
                fault("close of one byte", 1002, raw -> raw.frame(0x88, (byte) 3)),
                fault("close code 999", 1002, raw -> raw.frame(0x88, closing(999, ""))),
                fault("close code 1005", 1002, raw -> raw.frame(0x88, closing(1005, ""))),
                fault("close code 1006", 1002, raw -> raw.frame(0x88, closing(1006, ""))),
                fault("close code 2999", 1002, raw -> raw.frame(0x88, closing(2999, ""))),
                fault("close code 0", 1002, raw -> raw.frame(0x88, closing(0, ""))),
                fault("close code 1004", 1002, raw -> raw.frame(0x88, closing(1004, ""))),
                fault("close code 1015", 1002, raw -> raw.frame(0x88, closing(1015, ""))),
                fault("close code 1016", 1002, raw -> raw.frame(0x88, closing(1016, ""))),
                fault("close code 5000", 1002, raw -> raw.frame(0x88, closing(5000, ""))),
                fault("close code 32768", 1002, raw -> raw.frame(0x88, closing(0x8000, ""))),
                fault("close code 65535", 1002, raw -> raw.frame(0x88, closing(0xffff, "bye"))),
                fault("close text that is no UTF-8", 1007, raw -> raw.frame(0x88, (byte) 3, (byte) 0xe8, (byte) 0xff)));
    }

    private static List<WireFault> messages() {
        return List.of(
                fault("binary that is no UTF-8", 1003, raw -> raw.frame(0x82, (byte) 0xff)),
                fault("binary that is no UTF-8 in fragments", 1003, raw -> {
                    raw.frame(0x02, bytes("{"));
                    raw.frame(0x80, (byte) 0xff);
                }),
                fault("binary far above the limit", 1009, raw -> {
                    raw.frame(0x02, bytes("x".repeat(900)));
                    for (int i = 0; i < 36; i++) {
                        raw.frame(0x00, bytes("x".repeat(900)));
                    }
                }),
                fault("continuation of nothing", 1002, raw -> raw.frame(0x80, bytes("{}"))),
                fault("fragment of nothing", 1002, raw -> raw.frame(0x00, bytes("{}"))),
                fault("text within a message", 1002, raw -> {
                    raw.frame(0x01, bytes("{"));
                    raw.frame(0x81, bytes("{}"));
                }),
                fault("binary within a message", 1002, raw -> {
                    raw.frame(0x01, bytes("{"));
                    raw.frame(0x82, bytes("{}"));
                }),
                fault("invalid UTF-8", 1007, raw -> raw.frame(0x81, (byte) '"', (byte) 0xff, (byte) '"')),
                fault("overlong UTF-8", 1007, raw -> raw.frame(0x81, (byte) 0xc0, (byte) 0xaf)),
                fault("surrogate", 1007, raw -> raw.frame(0x81, (byte) 0xed, (byte) 0xa0, (byte) 0x80)),
                fault("character cut off", 1007, raw -> raw.frame(0x81, (byte) 0xe2, (byte) 0x82)),
                fault("character cut off in fragments", 1007, raw -> {
                    raw.frame(0x01, (byte) '"', (byte) 0xe2);
                    raw.frame(0x80, (byte) 0x82);
                }),
                fault("invalid UTF-8 across fragments", 1007, raw -> {
                    raw.frame(0x01, (byte) 0xe2, (byte) 0x82);
                    raw.frame(0x80, (byte) 0x41);
                }),
                fault("frame far above the limit", 1009, raw -> raw.frame(0x81, new byte[32_001])),
                fault("message far above the limit", 1009, raw -> {
                    raw.frame(0x01, bytes("x".repeat(900)));
                    for (int i = 0; i < 36; i++) {
                        raw.frame(0x00, bytes("x".repeat(900)));
                    }
                }));
    }

    private static List<WireFault> lengths() {
        return List.of(
                fault("length of 2^63", 1002, raw -> raw.announce(0x81, Long.MIN_VALUE)),
                fault("length of 2^64 - 1", 1002, raw -> raw.announce(0x81, -1)),
                fault("length of 2^62", 1009, raw -> raw.announce(0x81, 1L << 62)),
                fault("length of 2^32 + 2", 1009, raw -> raw.announce(0x81, (1L << 32) + 2)),
                fault("length of 2^31", 1009, raw -> raw.announce(0x81, 1L << 31)),
                fault("length that is not the shortest", 1002, raw -> raw.announce(0x81, 125)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /** Returns what a Close frame holds. */
    public static byte[] closing(int code, String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(code >> 8);
        out.write(code);
        out.writeBytes(bytes(text));
        return out.toByteArray();
    }
}
