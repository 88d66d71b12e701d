package io.acp4j.tck.internal.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The head of a response.
 *
 * @param line the status line
 * @param status the status code; 0 when it could not be read
 * @param headers the values of each header by its name in small letters
 */
public record ResponseHead(String line, int status, Map<String, List<String>> headers) {

    /** Longest head that is read, in bytes. */
    private static final int MAX_HEAD = 64 * 1024;

    /** Number of interim responses, such as {@code 100 Continue}, that are read before the response. */
    private static final int MAX_INTERIM = 10;

    private static final int FINAL = 200;

    private static final String END = "\r\n\r\n";

    /** Source of the heads that a server sends for one request. */
    @FunctionalInterface
    interface Source {

        ResponseHead next() throws IOException;
    }

    /** Reads heads until one is not interim. */
    static ResponseHead readFinal(Source heads) throws IOException {
        for (int count = 0; count <= MAX_INTERIM; count++) {
            ResponseHead head = heads.next();
            if (head.status() == 0 || head.status() >= FINAL) {
                return head;
            }
        }
        throw new IOException("the server sent more than " + MAX_INTERIM + " interim responses");
    }

    /** Reads the head of a response. */
    public static ResponseHead read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < END.length()
                || !head.substring(head.length() - END.length()).equals(END)) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended before there was a response");
            }
            if (head.length() == MAX_HEAD) {
                throw new IOException("the head of the response is longer than " + MAX_HEAD + " bytes");
            }
            head.append((char) next);
        }
        List<String> lines = head.toString().strip().lines().toList();
        if (lines.isEmpty()) {
            throw new IOException("the head of the response is empty");
        }
        Map<String, List<String>> headers = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.computeIfAbsent(
                                line.substring(0, colon).strip().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
        }
        return new ResponseHead(lines.get(0), status(lines.get(0)), headers);
    }

    private static int status(String line) {
        String[] parts = line.split(" ", 3);
        return parts.length > 1 && parts[1].matches("[1-9][0-9]{2}") ? Integer.parseInt(parts[1]) : 0;
    }

    /** Returns the value of a header, of several all together; empty where there is none. */
    public String header(String name) {
        return String.join(", ", headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
    }

    /** Returns whether the body is of a media type, whatever its parameters. */
    public boolean is(String type) {
        return header("Content-Type").split(";", 2)[0].strip().equalsIgnoreCase(type);
    }

    @Override
    public String toString() {
        return line;
    }
}
