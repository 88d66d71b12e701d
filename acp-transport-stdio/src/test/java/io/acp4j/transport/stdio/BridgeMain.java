package io.acp4j.transport.stdio;

import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/** A child process that is no agent itself: it passes its standard streams on to a test, which plays the agent. */
final class BridgeMain {

    private BridgeMain() {}

    public static void main(String[] args) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]))) {
            new DataOutputStream(socket.getOutputStream())
                    .writeLong(ProcessHandle.current().pid());
            Thread forth = new Thread(() -> {
                try {
                    copy(new FileInputStream(FileDescriptor.in), socket.getOutputStream());
                    socket.shutdownOutput();
                } catch (IOException e) {
                    System.err.println("forth: " + e);
                }
            });
            forth.start();
            FileOutputStream out = new FileOutputStream(FileDescriptor.out);
            copy(socket.getInputStream(), out);
            out.close();
            forth.join();
        }
    }

    private static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] bytes = new byte[64 * 1024];
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
            out.write(bytes, 0, count);
        }
    }
}
