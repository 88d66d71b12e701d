package io.acp4j.transport.ws.internal.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;

/**
 * A socket to which other threads than the event loop may write, which spares the change of threads. The JDK's channels take
 * writes from any thread and may be closed meanwhile; Netty's native ones are not made for that.
 */
public final class DirectSocket extends NioSocketChannel {

    /** Creates a socket that is not connected yet. */
    public DirectSocket() {}

    private DirectSocket(Channel server, SocketChannel socket) {
        super(server, socket);
    }

    /** Returns whether the event loop has nothing to write, and the socket is open. */
    public boolean isQuiet() {
        ChannelOutboundBuffer waiting = unsafe().outboundBuffer();
        return waiting != null && waiting.totalPendingWriteBytes() == 0;
    }

    /** Writes as many of the bytes as there is room for at once. */
    public void writeAtOnce(ByteBuf bytes) throws IOException {
        bytes.readBytes(javaChannel(), bytes.readableBytes());
    }

    /** Accepts such sockets. */
    public static final class Server extends NioServerSocketChannel {

        @Override
        protected int doReadMessages(List<Object> accepted) throws Exception {
            SocketChannel socket = javaChannel().accept();
            if (socket == null) {
                return 0;
            }
            boolean taken = false;
            try {
                accepted.add(new DirectSocket(this, socket));
                taken = true;
                return 1;
            } finally {
                if (!taken) {
                    socket.close();
                }
            }
        }
    }
}
