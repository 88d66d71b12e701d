package io.acp4j.inspector.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a file that the page sends with POST, piece by piece into a temporary file; all other requests go on. What is refused is
 * refused by the head of its request, before any of it is kept. A connection takes one file and is closed then.
 */
final class UploadHandler extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(UploadHandler.class);

    private static final String PATH = "/upload";

    private static final int MAX_NAME = 200;

    /** How much of what is refused is read, so that the reason reaches a page that is still sending. */
    private static final long MAX_IGNORED = 1L << 20;

    private final PageServer server;
    private @Nullable Upload upload;
    private boolean isOver;
    private long ignored;

    UploadHandler(PageServer server) {
        this.server = server;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (upload == null && !isOver && !(message instanceof HttpRequest request && isUpload(request))) {
            context.fireChannelRead(message);
            return;
        }
        try {
            if (isOver) {
                ignore(context, message);
            } else if (message instanceof HttpRequest request) {
                begin(context, request);
            } else if (message instanceof HttpContent content) {
                take(context, content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private static boolean isUpload(HttpRequest request) {
        return request.decoderResult().isSuccess()
                && request.method().equals(HttpMethod.POST)
                && new QueryStringDecoder(request.uri()).path().equals(PATH);
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        Gate gate = server.gate();
        String refusal = gate.refusal(request);
        if (refusal == null && !gate.isTokenInCookie(request)) {
            refusal = Gate.NO_TOKEN;
        }
        if (refusal == null && !request.headers().contains(HttpHeaderNames.ORIGIN)) {
            refusal = "only the page may send files here";
        }
        if (refusal != null) {
            refuse(context, HttpResponseStatus.FORBIDDEN, refusal);
        } else if (HttpUtil.getContentLength(request, 0L) > server.uploads().maxBytes()) {
            refuse(context, HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, tooLong());
        } else {
            open(context, request);
        }
    }

    private void open(ChannelHandlerContext context, HttpRequest request) {
        try {
            upload = Upload.begin(server.uploading(), name(request));
        } catch (IOException e) {
            LOG.warn("a file that the page sends cannot be kept", e);
            refuse(context, HttpResponseStatus.INSUFFICIENT_STORAGE, noRoom());
            return;
        }
        if (upload == null) {
            refuse(
                    context,
                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                    "too many files are being opened at once; try again when they are there");
        } else if (HttpUtil.is100ContinueExpected(request)) {
            var unused = context.writeAndFlush(
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
    }

    private static String name(HttpRequest request) {
        List<String> names = new QueryStringDecoder(request.uri()).parameters().get("name");
        String given = names == null ? "" : names.get(0).replaceFirst("(?s)^.*[/\\\\]", "");
        String name = given.isBlank() ? "a recording" : given.strip();
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
    }

    private String tooLong() {
        return "it is longer than " + server.uploads().maxBytes() + " bytes, which is the limit";
    }

    private static String noRoom() {
        return "there is no room for it in the temporary directory";
    }

    private void take(ChannelHandlerContext context, HttpContent content) {
        Upload taken = upload;
        if (taken == null) {
            return;
        }
        ByteBuf bytes = content.content();
        if (content.decoderResult().isFailure()) {
            refuse(context, HttpResponseStatus.BAD_REQUEST, "it has not come as HTTP says");
            return;
        }
        if (taken.size() + bytes.readableBytes() > server.uploads().maxBytes()) {
            refuse(context, HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, tooLong());
            return;
        }
        try {
            taken.add(bytes);
        } catch (IOException e) {
            LOG.warn("a file that the page sends cannot be kept", e);
            refuse(context, HttpResponseStatus.INSUFFICIENT_STORAGE, noRoom());
            return;
        }
        if (content instanceof LastHttpContent) {
            isOver = true;
            upload = null;
            handOver(context, taken);
        }
    }

    private void handOver(ChannelHandlerContext context, Upload taken) {
        try {
            server.uploader().execute(() -> {
                try (taken) {
                    taken.end();
                    String source = server.uploads().take(taken.file(), taken.name());
                    last(context, told("source", source));
                } catch (PageException e) {
                    last(context, told("problem", ErrorText.of(e))); // Nothing is wrong with the request.
                } catch (IOException | RuntimeException e) {
                    LOG.warn("a file that the page has sent cannot be shown", e);
                    last(
                            context,
                            Responses.text(
                                    HttpResponseStatus.INTERNAL_SERVER_ERROR,
                                    "the inspector failed to read it; its log says why"));
                }
            });
        } catch (RejectedExecutionException e) {
            taken.close();
            last(context, Responses.text(HttpResponseStatus.SERVICE_UNAVAILABLE, "the inspector is ending"));
        }
    }

    private static FullHttpResponse told(String name, String value) {
        String json = JsonNodeFactory.instance.objectNode().put(name, value).toString();
        return Responses.of(HttpResponseStatus.OK, json.getBytes(UTF_8), "application/json");
    }

    private void refuse(ChannelHandlerContext context, HttpResponseStatus status, String reason) {
        isOver = true;
        forget();
        FullHttpResponse response = Responses.text(status, reason);
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        var unused = context.writeAndFlush(response);
    }

    private static void last(ChannelHandlerContext context, FullHttpResponse response) {
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        var unused = context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    private void ignore(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpContent content) {
            ignored += content.content().readableBytes();
        }
        if (message instanceof LastHttpContent || ignored > MAX_IGNORED) {
            var unused = context.close();
        }
    }

    private void forget() {
        Upload begun = upload;
        upload = null;
        if (begun != null) {
            begun.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        forget();
        context.fireChannelInactive();
    }
}
