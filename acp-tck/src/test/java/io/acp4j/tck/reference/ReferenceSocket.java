package io.acp4j.tck.reference;

import io.acp4j.tck.internal.websocket.Frame;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One WebSocket of a reference agent: all of it right, unless it is told what to do wrong. */
final class ReferenceSocket {

    private static final int LONG = 50_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final Faults faults;
    private final boolean raw;
    private final ReferenceAgent agent;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private final ByteArrayOutputStream outLine = new ByteArrayOutputStream();
    private boolean pieces;
    private boolean damaged;

    ReferenceSocket(Socket socket, ReferenceStore store, Faults faults, boolean raw) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
        this.faults = faults;
        this.raw = raw;
        this.agent = new ReferenceAgent(store, faults, this::deliver, this::die);
    }

    void run() throws IOException {
        try {
            while (take(Frame.read(in))) {
                // Goes on until one side wants no more.
            }
        } catch (EOFException e) {
            // The client has ended the connection without a close frame.
        } catch (Frame.TooLong e) {
            close(faults.has("ws-too-long-is-1002") ? 1002 : 1009);
        } finally {
            agent.abandon();
        }
    }

    /** Returns whether the client has ended the connection in the middle of a message. */
    boolean isWithinMessage() {
        return pieces;
    }

    /** Handles a frame; false when it was the last. */
    private boolean take(Frame frame) throws IOException {
        if (!frame.isMasked() && !faults.has("ws-takes-unmasked")) {
            return close(faults.has("ws-closes-with-1011") ? 1011 : 1002);
        }
        boolean known = frame.isControl() ? frame.opcode() <= Frame.PONG : frame.opcode() <= Frame.BINARY;
        if (!known || frame.reserved() != 0) {
            return faults.has("ws-takes-anything") || close(1002);
        }
        switch (frame.opcode()) {
            case Frame.CLOSE -> {
                return leave(frame);
            }
            case Frame.PING -> ping(frame);
            case Frame.PONG -> {
                return !faults.has("ws-hates-pongs") || close(1002);
            }
            case Frame.BINARY -> {
                if (faults.has("ws-reads-binary")) {
                    agent.receive(frame.payload());
                }
                return !faults.has("ws-hates-binary") || close(1003);
            }
            default -> {
                return text(frame);
            }
        }
        return true;
    }

    private void ping(Frame frame) throws IOException {
        if (pieces && faults.has("ws-no-pong-between")) {
            return;
        }
        byte[] data = frame.payload();
        send(Frame.of(Frame.PONG, faults.has("ws-empty-pongs") ? Arrays.copyOf(data, Math.min(3, data.length)) : data));
    }

    private boolean text(Frame frame) throws IOException {
        if (!frame.isLast() && frame.payload().length == 0 && faults.has("ws-no-empty-pieces")) {
            return close(1002);
        }
        if (frame.payload().length > LONG && faults.has("ws-short-only")) {
            return true;
        }
        message.writeBytes(frame.payload());
        pieces = !frame.isLast();
        if (pieces) {
            return true;
        }
        byte[] whole = message.toByteArray();
        message.reset();
        if (!Frame.isUtf8(whole)) {
            return faults.has("ws-takes-any-bytes") || close(1007);
        }
        agent.receive(whole);
        return true;
    }

    /** Answers a close frame and ends. */
    private boolean leave(Frame frame) throws IOException {
        if (raw && faults.has("ws-leaves-without-close")) {
            return false;
        }
        boolean forbidden = faults.has("ws-forbidden-code") && frame.code() == 1001;
        send(forbidden ? Frame.close(1006) : frame);
        return raw && faults.has("ws-stays-after-close");
    }

    /** Sends the reason, and ends. */
    private boolean close(int code) throws IOException {
        send(Frame.close(code));
        socket.shutdownOutput();
        return false;
    }

    private void deliver(byte[] bytes) {
        synchronized (outLine) {
            for (byte each : bytes) {
                if (each == '\n') {
                    try {
                        sendText(outLine.toByteArray());
                    } catch (IOException e) {
                        die();
                    }
                    outLine.reset();
                } else {
                    outLine.write(each);
                }
            }
        }
    }

    private void sendText(byte[] text) throws IOException {
        if (raw && faults.has("ws-sends-binary") && !damaged) {
            damaged = true;
            send(Frame.of(Frame.BINARY, "by the way".getBytes(StandardCharsets.UTF_8)));
        }
        send(Frame.of(Frame.TEXT, text));
    }

    private void send(Frame frame) throws IOException {
        synchronized (out) {
            out.write(frame.encoded(raw && faults.has("ws-masks")));
            out.flush();
        }
    }

    private void die() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("The connection cannot be closed", e);
        }
    }
}
