package io.acp4j.transport.stdio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Two connected sockets: streams of the operating system, with buffers of its own. */
record SocketPair(Socket first, Socket second) {

    static SocketPair connect() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket first = new Socket(server.getInetAddress(), server.getLocalPort());
            return new SocketPair(first, server.accept());
        }
    }
}
