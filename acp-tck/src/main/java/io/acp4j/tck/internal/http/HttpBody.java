package io.acp4j.tck.internal.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/** The body of a response: in chunks, of a stated length, or up to the end of the connection. */
final class HttpBody extends InputStream {

    private static final int RADIX = 16;
    private static final int MAX_LINE = 1024;
    private static final int MAX_BRIEF = 40;

    /** Fewer digits than a {@code long} has, so that each match is a length. */
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    private static final Pattern CHUNK_SIZE = Pattern.compile("[0-9a-fA-F]{1,15}");

    private final InputStream in;
    private final boolean chunked;
    private long left;
    private boolean over;

    private HttpBody(InputStream in, boolean chunked, long left) {
        this.in = in;
        this.chunked = chunked;
        this.left = left;
        this.over = !chunked && left == 0;
    }

    static InputStream of(ResponseHead head, InputStream in, String method) throws IOException {
        if (method.equals("HEAD") || head.status() == 204 || head.status() == 304) {
            return InputStream.nullInputStream();
        }
        if (head.header("Transfer-Encoding").toLowerCase(java.util.Locale.ROOT).endsWith("chunked")) {
            return new HttpBody(in, true, 0);
        }
        String length = head.header("Content-Length");
        if (length.isEmpty()) {
            return in;
        }
        if (!LENGTH.matcher(length).matches()) {
            throw new IOException("the Content-Length of the response is not a number: " + brief(length));
        }
        return new HttpBody(in, false, Long.parseLong(length));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (over || length == 0) {
            return over ? -1 : 0;
        }
        if (chunked && left == 0) {
            left = chunkSize(line());
            if (left == 0) {
                while (!line().isEmpty()) {
                    // Trailers say nothing here.
                }
                over = true;
                return -1;
            }
        }
        int read = in.read(bytes, offset, (int) Math.min(length, left));
        if (read < 0) {
            throw new EOFException("the connection ended within the body of the response");
        }
        left -= read;
        if (left == 0 && chunked) {
            String end = line();
            if (!end.isEmpty()) {
                throw new IOException("a chunk of the response is longer than announced");
            }
        }
        over = !chunked && left == 0;
        return read;
    }

    private static long chunkSize(String line) throws IOException {
        int end = line.indexOf(';');
        String size = (end < 0 ? line : line.substring(0, end)).strip();
        if (!CHUNK_SIZE.matcher(size).matches()) {
            throw new IOException("the size of a chunk of the response is not a hexadecimal number: " + brief(size));
        }
        return Long.parseLong(size, RADIX);
    }

    private static String brief(String text) {
        return text.length() <= MAX_BRIEF ? text : text.substring(0, MAX_BRIEF) + "…";
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next;
        while ((next = in.read()) != '\n') {
            if (next < 0 || line.length() > MAX_LINE) {
                throw new EOFException("the connection ended within the body of the response");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }
}
