package io.acp4j.tck.internal.http;

import io.acp4j.tck.internal.http.Http2Frames.Frame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One request and its response with HTTP/2, on a socket of their own with which the kit begins in that version. */
public final class Http2Exchange implements Exchange {

    private static final int STREAM = 1;

    /** Longest head that is read, in encoded bytes. */
    private static final int MAX_HEAD = 64 * 1024;

    /** How much may be sent before the server has said that it takes more, in bytes. */
    private static final int WINDOW = 65_535;

    private final Http2Frames frames;
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();
    private final ResponseHead head;
    private final InputStream body = new Body();
    private boolean ended;

    /**
     * Sends a request and reads the head of the response.
     *
     * @param limit how long connecting may take, and each read
     */
    Http2Exchange(URI uri, HttpCall call, Duration limit) throws IOException {
        frames = new Http2Frames(Dial.connect(uri, limit), limit);
        try {
            frames.begin();
            send(uri, call);
            head = ResponseHead.readFinal(this::readHead);
        } catch (IOException e) {
            frames.close();
            throw e;
        }
    }

    /** Returns whether a server takes a client that begins with HTTP/2, by what it says first to one. */
    static boolean isTaken(URI uri, Duration limit) {
        try {
            Http2Frames frames = new Http2Frames(Dial.connect(uri, limit), limit);
            try {
                frames.begin();
                return frames.isBegun();
            } finally {
                frames.close();
            }
        } catch (IOException e) {
            return false;
        }
    }

    private void send(URI uri, HttpCall call) throws IOException {
        Http2Headers headers = new DefaultHttp2Headers()
                .method(call.method())
                .scheme(uri.getScheme().toLowerCase(Locale.ROOT))
                .authority(Dial.host(uri))
                .path(Dial.target(uri));
        headers.add("user-agent", "acp-tck");
        call.headers().forEach((name, value) -> {
            if (!value.isEmpty()) {
                headers.add(name.toLowerCase(Locale.ROOT), value);
            }
        });
        byte[] content = call.body();
        int last = content == null ? Http2Frames.END_STREAM : 0;
        frames.write(Http2Frames.HEADERS, Http2Frames.END_HEADERS | last, STREAM, encoded(headers));
        if (content == null) {
            return;
        }
        if (content.length > WINDOW) {
            throw new IOException("the kit sends no more than " + WINDOW + " bytes over HTTP/2");
        }
        int at = 0;
        do {
            int next = Math.min(content.length, at + Http2Frames.MAX_FRAME);
            int end = next == content.length ? Http2Frames.END_STREAM : 0;
            frames.write(Http2Frames.DATA, end, STREAM, Arrays.copyOfRange(content, at, next));
            at = next;
        } while (at < content.length);
    }

    private static byte[] encoded(Http2Headers headers) throws IOException {
        ByteBuf encoded = Unpooled.buffer();
        try {
            new DefaultHttp2HeadersEncoder().encodeHeaders(STREAM, headers, encoded);
            return ByteBufUtil.getBytes(encoded);
        } catch (Http2Exception e) {
            throw new IOException(e);
        } finally {
            encoded.release();
        }
    }

    private ResponseHead readHead() throws IOException {
        Frame frame = frames.read();
        if (frame.type() != Http2Frames.HEADERS) {
            throw new IOException("the response begins with a frame of type " + frame.type());
        }
        ended = frame.has(Http2Frames.END_STREAM);
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(content(frame));
        while (!frame.has(Http2Frames.END_HEADERS)) {
            frame = frames.read();
            block.writeBytes(frame.payload());
            if (block.size() > MAX_HEAD) {
                throw new IOException("the head of the response is longer than " + MAX_HEAD + " bytes");
            }
        }
        Map<String, List<String>> headers = new TreeMap<>();
        ByteBuf encoded = Unpooled.wrappedBuffer(block.toByteArray());
        try {
            decoder.decodeHeaders(STREAM, encoded)
                    .forEach(each -> headers.computeIfAbsent(each.getKey().toString(), name -> new ArrayList<>())
                            .add(each.getValue().toString()));
        } catch (Http2Exception | RuntimeException e) {
            // The decoder reports some malformed blocks by unchecked exceptions.
            throw new IOException("the head of the response cannot be read: " + e.getMessage(), e);
        } finally {
            encoded.release();
        }
        List<String> status = headers.remove(":status");
        String code = status == null ? "" : status.get(0);
        return new ResponseHead("HTTP/2 " + code, code.matches("[1-9][0-9]{2}") ? Integer.parseInt(code) : 0, headers);
    }

    /** Returns what a frame carries, without what fills it up and how urgent it is. */
    private static byte[] content(Frame frame) throws IOException {
        byte[] payload = frame.payload();
        int from = frame.has(Http2Frames.PADDED) ? 1 : 0;
        int to = payload.length - (from == 0 || payload.length == 0 ? 0 : payload[0] & 0xff);
        if (frame.type() == Http2Frames.HEADERS && frame.has(Http2Frames.PRIORITY)) {
            from += 5;
        }
        if (from > to) {
            throw new IOException("the server sent a frame that is too short");
        }
        return Arrays.copyOfRange(payload, from, to);
    }

    @Override
    public ResponseHead head() {
        return head;
    }

    @Override
    public InputStream body() {
        return body;
    }

    @Override
    public void patient() throws IOException {
        frames.patient();
    }

    @Override
    public void close() {
        frames.close();
    }

    /** What the frames of the response carry. */
    private final class Body extends InputStream {

        private byte[] content = new byte[0];
        private int at;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (at == content.length) {
                byte[] next = next();
                if (next == null) {
                    return -1;
                }
                content = next;
                at = 0;
            }
            int count = Math.min(length, content.length - at);
            System.arraycopy(content, at, into, offset, count);
            at += count;
            return count;
        }

        private byte @Nullable [] next() throws IOException {
            if (ended) {
                return null;
            }
            Frame frame = frames.read();
            if (frame.type() == Http2Frames.DATA) {
                ended = frame.has(Http2Frames.END_STREAM);
                return content(frame);
            }
            // Headers behind the body.
            ended = true;
            return null;
        }
    }
}
