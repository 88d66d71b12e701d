package io.acp4j.tck.internal.websocket;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a server says to a request for a WebSocket.
 *
 * @param line the status line
 * @param status the status code; 0 when it could not be read
 * @param headers the values of each header by its name in small letters
 */
public record UpgradeResponse(String line, int status, Map<String, List<String>> headers) {

    public static final int SWITCHING_PROTOCOLS = 101;

    /** Longest head that is read, in bytes. */
    private static final int MAX_HEAD = 64 * 1024;

    private static final String END = "\r\n\r\n";

    /** Reads the head of a response. */
    static UpgradeResponse read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < END.length()
                || !head.substring(head.length() - END.length()).equals(END)) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended before the handshake was over");
            }
            if (head.length() == MAX_HEAD) {
                throw new IOException("the head of the response is longer than " + MAX_HEAD + " bytes");
            }
            head.append((char) next);
        }
        List<String> lines = head.toString().strip().lines().toList();
        Map<String, List<String>> headers = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.computeIfAbsent(
                                line.substring(0, colon).strip().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
        }
        return new UpgradeResponse(lines.get(0), status(lines.get(0)), headers);
    }

    private static int status(String line) {
        String[] parts = line.split(" ", 3);
        return parts.length > 1 && parts[1].matches("[1-9][0-9]{2}") ? Integer.parseInt(parts[1]) : 0;
    }

    public boolean isUpgrade() {
        return status == SWITCHING_PROTOCOLS;
    }

    /** Returns the value of a header, of several all together; empty where there is none. */
    public String header(String name) {
        return String.join(", ", headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
    }

    /** Returns the proof of a key that the server has to give. */
    public static String accept(String key) {
        try {
            byte[] digest = java.security.MessageDigest.getInstance("SHA-1")
                    .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
            return java.util.Base64.getEncoder().encodeToString(digest);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no SHA-1, which WebSockets need", e);
        }
    }

    @Override
    public String toString() {
        return line;
    }
}
