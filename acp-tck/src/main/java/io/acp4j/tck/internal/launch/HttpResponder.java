package io.acp4j.tck.internal.launch;

import static io.acp4j.tck.internal.launch.LoopbackServer.begun;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Responds to one request of a client, at once or with a stream of events. Safe for use by any number of threads. */
final class HttpResponder {

    static final int OK = 200;
    static final int TAKEN = 202;
    static final int UNKNOWN = 404;
    static final int METHOD = 405;
    static final int CONFLICT = 409;

    private static final byte[] COMMENT = ": \n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);

    /** How often a stream shows a sign of life, in seconds. */
    private static final long SIGN_OF_LIFE_SECONDS = 10;

    private static final int FLOOD_PIECE = 256 * 1024;

    private final Channel channel;

    HttpResponder(Channel channel) {
        this.channel = channel;
    }

    /** Returns the headers of a request, by their names in small letters. */
    static Map<String, String> headers(HttpRequest request) {
        Map<String, String> headers = new HashMap<>();
        request.headers()
                .forEach(each -> headers.merge(
                        each.getKey().toLowerCase(Locale.ROOT), each.getValue(), (one, other) -> one + ", " + other));
        return headers;
    }

    void respond(int status, Map<String, String> headers, byte[] json) {
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(json));
        headers.forEach((name, value) -> response.headers().set(name, value));
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, json.length);
        if (json.length > 0) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        }
        begun(channel.writeAndFlush(response));
    }

    /** Breaks the connection off. */
    void hangUp() {
        begun(channel.close());
    }

    /** Begins a stream of events; tells when the client has left it. */
    void stream(byte[] preface, Runnable left) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream")
                .set(HttpHeaderNames.CACHE_CONTROL, "no-cache");
        HttpUtil.setTransferEncodingChunked(head, true);
        begun(channel.writeAndFlush(head));
        if (preface.length > 0) {
            write(List.of(preface));
        }
        var signs = channel.eventLoop()
                .scheduleAtFixedRate(
                        () -> write(List.of(COMMENT)), SIGN_OF_LIFE_SECONDS, SIGN_OF_LIFE_SECONDS, TimeUnit.SECONDS);
        begun(channel.closeFuture().addListener(closed -> {
            signs.cancel(false);
            left.run();
        }));
    }

    /** Writes pieces of the stream, each on its own. */
    void write(List<byte[]> pieces) {
        for (byte[] piece : pieces) {
            begun(channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(piece))));
        }
    }

    /** Ends the stream, and the connection that it was on. */
    void end() {
        begun(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(written -> begun(channel.close())));
    }

    /** Writes an event without an end; returns whether the client has left before all was written. */
    CompletableFuture<Boolean> flood(long bytes) {
        CompletableFuture<Boolean> left = new CompletableFuture<>();
        write(List.of(DATA));
        flood(bytes, new byte[FLOOD_PIECE], left);
        return left;
    }

    private void flood(long bytes, byte[] piece, CompletableFuture<Boolean> left) {
        if (bytes <= 0) {
            left.complete(false);
            return;
        }
        begun(channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(piece)))
                .addListener(written -> {
                    if (written.isSuccess()) {
                        flood(bytes - piece.length, piece, left);
                    } else {
                        left.complete(true);
                    }
                }));
    }
}
