package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of WebSockets played by hand. */
public final class FakeServer implements AutoCloseable {

    private static final Pattern KEY = Pattern.compile("(?i)sec-websocket-key: (\\S+)");

    private final ServerSocket listening;
    private String lastRequest = "";

    public FakeServer() throws IOException {
        listening = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        listening.setSoTimeout(60_000);
    }

    public URI uri() {
        return URI.create("ws://localhost:" + listening.getLocalPort() + "/acp");
    }

    public String lastRequest() {
        return lastRequest;
    }

    /** Takes a connection, reads its request and answers with these bytes. */
    public RawSocket answer(String response) throws IOException {
        RawSocket raw = new RawSocket(listening.accept(), false);
        lastRequest = raw.readHead();
        raw.write(response.getBytes(ISO_8859_1));
        return raw;
    }

    /** Takes a connection and makes a WebSocket of it, with something said before that. */
    RawSocket acceptAfter(String before) throws IOException {
        RawSocket raw = new RawSocket(listening.accept(), false);
        lastRequest = raw.readHead();
        raw.write((before + "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + accepted(lastRequest) + "\r\n\r\n")
                .getBytes(ISO_8859_1));
        return raw;
    }

    /** Takes a connection and makes a WebSocket of it; the frames come in the same packet as the answer. */
    public RawSocket accept(String lines, RawSocket.Frame... frames) throws IOException {
        RawSocket raw = new RawSocket(listening.accept(), false);
        lastRequest = raw.readHead();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + accepted(lastRequest) + "\r\n" + lines + "\r\n")
                .getBytes(ISO_8859_1));
        for (RawSocket.Frame frame : frames) {
            out.writeBytes(raw.encode(frame.first(), frame.payload()));
        }
        raw.write(out.toByteArray());
        return raw;
    }

    private static String accepted(String request) {
        Matcher key = KEY.matcher(request);
        if (!key.find()) {
            throw new AssertionError("no key in " + request);
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1")
                    .digest((key.group(1) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
