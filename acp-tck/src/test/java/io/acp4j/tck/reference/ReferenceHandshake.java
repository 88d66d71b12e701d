package io.acp4j.tck.reference;

import io.acp4j.tck.internal.websocket.UpgradeResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** A request for a WebSocket, and what the reference endpoint says to it. */
final class ReferenceHandshake {

    private static final String SAME_ID = "00000000-0000-4000-8000-000000000000";

    private final Map<String, String> headers = new TreeMap<>();
    private final Faults faults;

    private ReferenceHandshake(Faults faults) {
        this.faults = faults;
    }

    static ReferenceHandshake read(InputStream in, Faults faults) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.append((char) next);
        }
        ReferenceHandshake handshake = new ReferenceHandshake(faults);
        head.toString().lines().skip(1).filter(line -> line.contains(":")).forEach(line -> {
            int colon = line.indexOf(':');
            handshake.headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        });
        return handshake;
    }

    private String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Returns whether the kit handles the frames itself: a library would not connect to everything that is wrong. */
    boolean isRaw() {
        return !header("user-agent").startsWith("Java-http-client");
    }

    boolean isAccepted(int port) {
        boolean fits = header("upgrade").equalsIgnoreCase("websocket")
                && (header("sec-websocket-version").equals("13") || faults.has("ws-any-version"))
                && (!header("sec-websocket-key").isEmpty() || faults.has("ws-no-key"));
        boolean known = Set.of("127.0.0.1:" + port, "localhost:" + port).contains(header("host"));
        return fits
                && (known || faults.has("ws-any-host"))
                && (header("origin").isEmpty() || faults.has("ws-any-origin"));
    }

    byte[] response(int port) {
        if (!isAccepted(port)) {
            return "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);
        }
        boolean lies = isRaw() && faults.has("ws-wrong-accept");
        String key = header("sec-websocket-key");
        StringBuilder response = new StringBuilder("HTTP/1.1 101 Switching Protocols\r\n");
        add(response, "Upgrade", "websocket");
        add(response, "Connection", "Upgrade");
        add(response, "Sec-WebSocket-Accept", UpgradeResponse.accept(lies ? "another key" : key));
        if (!faults.has("ws-no-id")) {
            String id = faults.has("ws-same-id") ? SAME_ID : UUID.randomUUID().toString();
            add(response, "Acp-Connection-Id", id);
        }
        if (isRaw() && faults.has("ws-own-protocol")) {
            add(response, "Sec-WebSocket-Protocol", "acp.v1");
        }
        if (isRaw() && faults.has("ws-own-extension")) {
            add(response, "Sec-WebSocket-Extensions", "permessage-deflate");
        }
        return response.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void add(StringBuilder response, String name, String value) {
        response.append(name).append(": ").append(value).append("\r\n");
    }
}
