package io.acp4j.transport.ws.internal.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/** Counts what a connection sends before it is a WebSocket. The first handler of its pipeline. */
public final class PendingBytes extends ChannelInboundHandlerAdapter {

    private final PendingHandshakes.Pending pending;

    public PendingBytes(PendingHandshakes.Pending pending) {
        this.pending = pending;
    }

    /** Returns the connection's share. */
    public PendingHandshakes.Pending pending() {
        return pending;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes && !pending.add(bytes.readableBytes())) {
            ReferenceCountUtil.release(message);
            Unwatched.ignore(ctx.close());
            return;
        }
        ctx.fireChannelRead(message);
    }
}
