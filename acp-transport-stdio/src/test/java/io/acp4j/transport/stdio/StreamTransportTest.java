package io.acp4j.transport.stdio;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportContract;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;

class StreamTransportTest extends TransportContract {

    @Override
    protected Link connect(int maxQueuedBytes) throws Exception {
        SocketPair sockets = SocketPair.connect();
        StdioLimits limits =
                StdioLimits.builder().maxQueuedBytes(maxQueuedBytes).build();
        Transport near = over(sockets.first(), limits);
        Transport far = over(sockets.second(), limits);
        return new Link() {
            @Override
            public Transport near() {
                return near;
            }

            @Override
            public Transport far() {
                return far;
            }

            @Override
            public void lose() {
                try {
                    sockets.second().setSoLinger(true, 0);
                    sockets.second().close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    static StdioTransport over(Socket socket, StdioLimits limits) throws IOException {
        return StdioTransport.over(socket.getInputStream(), new HalfClosing(socket), limits);
    }

    /** Closes one direction only, as the end of a pipe does. */
    private static final class HalfClosing extends FilterOutputStream {
        private final Socket socket;

        HalfClosing(Socket socket) throws IOException {
            super(socket.getOutputStream());
            this.socket = socket;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            socket.shutdownOutput();
        }
    }
}
