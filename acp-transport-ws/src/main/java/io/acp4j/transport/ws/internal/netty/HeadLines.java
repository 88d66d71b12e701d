package io.acp4j.transport.ws.internal.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Looks at the lines of a request's head as they are sent. Netty puts folded lines together, which hides from code that looks at
 * the headers later that a proxy before this server may have read them otherwise.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-5.2">RFC 9112 on folded lines</a>
 */
public final class HeadLines extends ChannelInboundHandlerAdapter {

    private boolean isFolded;
    private boolean hasLine;
    private boolean atStart;
    private boolean isOver;

    /** Creates the handler of one connection. */
    public HeadLines() {}

    /** Returns whether a line of the head is folded. */
    public boolean isFolded() {
        return isFolded;
    }

    /** Looks at the next head, which begins with the next bytes. */
    public void next() {
        isFolded = false;
        hasLine = false;
        atStart = false;
        isOver = false;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!isOver && message instanceof ByteBuf bytes) {
            isOver = bytes.forEachByte(this::isBeforeEnd) >= 0;
        }
        ctx.fireChannelRead(message);
    }

    private boolean isBeforeEnd(byte each) {
        if (atStart) {
            isFolded |= each == ' ' || each == '\t';
            if (each == '\r' || each == '\n') {
                return false;
            }
        }
        // Empty lines before the first one are skipped.
        hasLine |= each != '\r' && each != '\n';
        atStart = each == '\n' && hasLine;
        return true;
    }
}
