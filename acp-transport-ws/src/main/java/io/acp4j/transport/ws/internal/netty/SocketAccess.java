package io.acp4j.transport.ws.internal.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** What a server knows and does for one of its sockets. Its methods are for the event loop of the socket. */
public interface SocketAccess {

    /** Receives what has been decided about a request, on the event loop of its channel; never when the channel has been closed. */
    @FunctionalInterface
    interface Decision {

        /**
         * Receives it.
         *
         * @param principal the name of the principal, empty without authentication; null when the request is refused
         * @param refusal what to respond with instead; null when the request is not refused
         */
        void decided(@Nullable String principal, @Nullable Refusal refusal);
    }

    /** Returns how a request that asks for no WebSocket is responded to before anybody is asked who sent it; null for not at all. */
    @Nullable
    Refusal refusal(HttpRequest request);

    /** Returns whether web pages of an origin may send requests. */
    boolean allowsOrigin(String origin);

    /**
     * Is told that a client has opened a stream of HTTP/2.
     *
     * @return false when the socket must be closed: nobody is admitted there yet, and all such sockets together hold too much
     */
    boolean streamOpened();

    /**
     * Finds out who sends a request.
     *
     * @param channel the socket, or a stream of it
     */
    void authenticate(Channel channel, HttpRequest request, Decision decision);

    /** Is told that the socket has sent a request that is served: it no longer counts among those that may be anybody's. */
    void admitted();

    /** Is told that the head of another request may follow. */
    void nextHead();

    /** Adds what looks at bytes before they are parsed as HTTP/1.1. */
    void joinHeads(ChannelPipeline pipeline);

    /** Adds what makes a WebSocket of the socket; pass the request on to it. */
    void joinWebSocket(ChannelPipeline pipeline);
}
