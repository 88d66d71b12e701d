package io.acp4j.transport.ws.internal.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import org.jspecify.annotations.Nullable;

/** Responds to pings; while the peer does not read, only to the latest one, so that pongs cannot pile up. */
public final class Pongs {

    private final Channel channel;
    private @Nullable ByteBuf owed;

    public Pongs(Channel channel) {
        this.channel = channel;
    }

    /** Takes the payload of a ping, which stays the caller's. */
    public void answer(ByteBuf payload) {
        drop();
        owed = payload.retain();
        sendWhatIsOwed();
    }

    public void sendWhatIsOwed() {
        ByteBuf payload = owed;
        if (payload != null && channel.isWritable()) {
            owed = null;
            Unwatched.ignore(channel.writeAndFlush(new PongWebSocketFrame(payload), channel.voidPromise()));
        }
    }

    public void drop() {
        ByteBuf payload = owed;
        owed = null;
        if (payload != null) {
            payload.release();
        }
    }
}
