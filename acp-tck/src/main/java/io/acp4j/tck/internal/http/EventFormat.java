package io.acp4j.tck.internal.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The ways in which a message can be written as an event; a client has to read all of them. */
public final class EventFormat {

    private static final byte[] DATA = ascii("data: ");

    /** The mark with which a text in UTF-8 may begin. */
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private EventFormat() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the mark with which a text in UTF-8 may begin. */
    public static byte[] mark() {
        return MARK.clone();
    }

    /** One line, as servers write it. */
    public static List<byte[]> plain(byte[] message) {
        return List.of(event("", message, "\n"));
    }

    /** A line for each member of the outermost object of a compact message. */
    public static List<byte[]> lines(byte[] message) {
        String text = new String(message, StandardCharsets.UTF_8);
        String split = text.replace(",\"", ",\n\"");
        return List.of(event("", split.getBytes(StandardCharsets.UTF_8), "\n"));
    }

    /** With comments and fields that say nothing about a message. */
    public static List<byte[]> noisy(byte[] message) {
        return List.of(
                event(": a comment\n:\nevent: message\nid: 7\nretry: 1000\nacp4j: unknown\nacp4j\n", message, "\n"));
    }

    /** With a carriage return before each line feed. */
    public static List<byte[]> returns(byte[] message) {
        return List.of(event(": a comment\r\n", message, "\r\n"));
    }

    /** Each byte on its own. */
    public static List<byte[]> torn(byte[] message) {
        List<byte[]> pieces = new ArrayList<>();
        for (byte each : event("", message, "\n")) {
            pieces.add(new byte[] {each});
        }
        return pieces;
    }

    private static byte[] event(String before, byte[] message, String end) {
        ByteArrayOutputStream event = new ByteArrayOutputStream(message.length + before.length() + 16);
        event.writeBytes(ascii(before));
        event.writeBytes(DATA);
        for (byte each : message) {
            if (each == '\n') {
                event.writeBytes(ascii(end));
                event.writeBytes(DATA);
            } else {
                event.write(each);
            }
        }
        event.writeBytes(ascii(end + end));
        return event.toByteArray();
    }
}
