package io.acp4j.transport.ws.internal.netty;

import io.acp4j.transport.ws.internal.SkippedLength;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtensionDecoder;
import io.netty.util.ReferenceCountUtil;
import java.util.List;

/**
 * Decodes frames, long ones as fragments. Refuses invalid frames that Netty accepts: those with forbidden close codes, or with reserved
 * bits that no extension defines. The wire decides how to end the connection.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6455#section-5.2">RFC 6455 on frames</a>
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7692#section-6">RFC 7692 on compressed messages</a>
 */
public final class StrictFrameDecoder extends WebSocket13FrameDecoder {

    private static final int RSV_1 = 4;
    private static final int MAX_CLOSE_CODE = 4999;

    /** Event for the handlers after this one: the next data frame, or the first fragment of it, exceeds the limit. */
    public static final Object OVERSIZE_FRAME = new Object();

    private final LongFrameSplitter splitter;

    private StrictFrameDecoder(WebSocketDecoderConfig config, LongFrameSplitter splitter) {
        super(config);
        this.splitter = splitter;
    }

    /**
     * Creates a decoder.
     *
     * @param fromClient whether the frames come from a client, and so are masked
     * @param compression whether an extension may be negotiated
     * @param maxFrameBytes the length above which a frame is reported
     * @param maxMessageBytes the maximum length of a message
     */
    public static StrictFrameDecoder of(
            boolean fromClient, boolean compression, int maxFrameBytes, int maxMessageBytes) {
        WebSocketDecoderConfig config = WebSocketDecoderConfig.newBuilder()
                .expectMaskedFrames(fromClient)
                .allowMaskMismatch(false)
                .allowExtensions(compression)
                .maxFramePayloadLength(LongFrameSplitter.PIECE_BYTES)
                .closeOnProtocolViolation(false)
                .withUTF8Validator(false)
                .build();
        long mostBytes = SkippedLength.most(Math.max(maxFrameBytes, maxMessageBytes));
        return new StrictFrameDecoder(config, new LongFrameSplitter(maxFrameBytes, mostBytes));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (!(message instanceof ByteBuf bytes)) {
            super.channelRead(ctx, message);
            return;
        }
        try {
            splitter.split(bytes, new LongFrameSplitter.Output() {
                @Override
                public void pass(ByteBuf frames) throws Exception {
                    StrictFrameDecoder.super.channelRead(ctx, frames);
                }

                @Override
                public void onOversizeFrame() {
                    ctx.fireUserEventTriggered(OVERSIZE_FRAME);
                }
            });
        } finally {
            bytes.release();
        }
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        int before = out.size();
        super.decode(ctx, in, out);
        for (int i = before; i < out.size(); i++) {
            if (out.get(i) instanceof WebSocketFrame frame && frame.rsv() != 0 && !isCompressed(ctx, frame)) {
                ReferenceCountUtil.release(out.remove(i));
                in.skipBytes(actualReadableBytes());
                throw violation("a reserved bit is set that no extension has given a meaning");
            }
        }
    }

    /** Only the first frame of a message says that it is compressed, where that was negotiated. */
    private static boolean isCompressed(ChannelHandlerContext ctx, WebSocketFrame frame) {
        return frame.rsv() == RSV_1
                && (frame instanceof TextWebSocketFrame || frame instanceof BinaryWebSocketFrame)
                && ctx.pipeline().get(WebSocketExtensionDecoder.class) != null;
    }

    @Override
    protected void checkCloseFrameBody(ChannelHandlerContext ctx, ByteBuf buffer) {
        super.checkCloseFrameBody(ctx, buffer);
        if (buffer.readableBytes() >= Short.BYTES) {
            int code = buffer.getUnsignedShort(buffer.readerIndex());
            if (code > MAX_CLOSE_CODE || !WebSocketCloseStatus.isValidStatusCode(code)) {
                throw violation("the close code " + code + " may not be sent");
            }
        }
    }

    private static CorruptedWebSocketFrameException violation(String problem) {
        return new CorruptedWebSocketFrameException(WebSocketCloseStatus.PROTOCOL_ERROR, problem);
    }
}
