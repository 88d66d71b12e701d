package io.acp4j.tck.internal.bridge;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * What a client under test starts in the place of its agent: passes bytes between its standard streams and the kit. It uses
 * nothing but sockets, so that it starts fast.
 */
public final class Bridge {

    private static final int BUFFER = 64 * 1024;

    private Bridge() {}

    /**
     * Connects to the kit and passes bytes until one side ends.
     *
     * @param args the kit's port, and what proves to the kit whose launcher this is
     * @throws IOException when the kit cannot be reached
     */
    public static void main(String[] args) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]))) {
            socket.setTcpNoDelay(true);
            OutputStream toKit = socket.getOutputStream();
            toKit.write((args[1] + "\n").getBytes(StandardCharsets.US_ASCII));
            toKit.flush();
            Thread up = new Thread(() -> passUp(socket, toKit), "bridge-up");
            up.setDaemon(true);
            up.start();
            try (OutputStream toClient = new FileOutputStream(FileDescriptor.out)) {
                pass(socket.getInputStream(), toClient);
            }
        }
    }

    private static void passUp(Socket socket, OutputStream toKit) {
        try (InputStream fromClient = new FileInputStream(FileDescriptor.in)) {
            pass(fromClient, toKit);
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException("The kit does not take what the client sends", e);
        }
    }

    private static void pass(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            to.write(buffer, 0, count);
            to.flush();
        }
    }
}
