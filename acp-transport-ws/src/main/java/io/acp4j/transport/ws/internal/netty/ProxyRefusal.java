package io.acp4j.transport.ws.internal.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Ends a proxy's refusal with its head, for Netty looks at the status only after the content, which may have no end. Stands
 * between the codec and the handler of an HTTP proxy.
 */
public final class ProxyRefusal extends ChannelInboundHandlerAdapter {

    private boolean refused;
    private boolean skipping;

    /** Creates the handler of one connection. */
    public ProxyRefusal() {}

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (refused || isInformational(message)) {
            ReferenceCountUtil.release(message);
            return;
        }
        refused = message instanceof HttpResponse response
                && !response.status().equals(HttpResponseStatus.OK)
                && !(message instanceof LastHttpContent);
        ctx.fireChannelRead(message);
        if (refused) {
            ctx.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }

    /** Returns whether a message belongs to one of the responses that may come before the one that counts. */
    private boolean isInformational(Object message) {
        if (message instanceof HttpResponse response) {
            skipping = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        }
        return skipping;
    }
}
