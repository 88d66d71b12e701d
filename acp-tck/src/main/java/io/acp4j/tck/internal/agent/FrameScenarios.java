package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.WebSocketLink;
import io.acp4j.tck.internal.websocket.Frame;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an agent does with frames, and which it sends. */
final class FrameScenarios {

    private static final int PROTOCOL_ERROR = 1002;
    private static final int INVALID_DATA = 1007;
    private static final int TOO_BIG = 1009;

    /** Codes that the protocol defines for sending, and those that the registry has added. */
    private static final Set<Integer> CODES =
            Set.of(1000, 1001, PROTOCOL_ERROR, 1003, INVALID_DATA, 1008, TOO_BIG, 1010, 1011, 1012, 1013, 1014);

    private static final int FIRST_PRIVATE_CODE = 3000;
    private static final int LAST_PRIVATE_CODE = 4999;
    private static final int RESERVED_OPCODE = 0x3;
    private static final long TERABYTE = 1L << 40;

    private static final int PIECE = 40;
    private static final int ID = 99;

    static final List<Scenario> ALL = List.of(
            scenario("frames/pings", "WS-012 WS-013", judged(FrameScenarios::pings)),
            scenario("frames/fragments", "WS-014 WS-015", judged(FrameScenarios::fragments)),
            scenario("frames/lengths", "WS-016", judged(FrameScenarios::lengths)),
            scenario("frames/binary", "WS-017 WS-018 WS-026", judged(FrameScenarios::binary)),
            scenario("frames/close", "WS-019 WS-020", judged(FrameScenarios::close)),
            scenario("frames/unmasked", "WS-021 WS-025", judged(FrameScenarios::unmasked)),
            scenario("frames/reserved", "WS-022 WS-025", judged(FrameScenarios::reserved)),
            scenario("frames/no-text", "WS-023 WS-025", judged(FrameScenarios::noText)),
            scenario("frames/too-long", "WS-024", judged(FrameScenarios::tooLong)),
            scenario("frames/own", "WS-027 WS-028", judged(FrameScenarios::own)));

    private FrameScenarios() {}

    /** Looks at all frames that came, whatever the scenario was about. */
    private static Scenario.Body judged(Scenario.Body body) {
        return probe -> {
            try {
                body.run(probe);
            } finally {
                probe.own().webSockets().forEach(link -> judge(probe, link));
            }
        };
    }

    private static void judge(Probe probe, WebSocketLink link) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        boolean open = false;
        for (Frame frame : link.frames()) {
            boolean fits = frame.isControl()
                    ? frame.isLast() && frame.payload().length <= Frame.MAX_CONTROL
                    : open == frame.is(Frame.CONTINUATION);
            probe.check(
                    "WS-027",
                    fits
                            && !frame.isMasked()
                            && frame.reserved() == 0
                            && frame.opcode() <= Frame.PONG
                            && (frame.isControl() || frame.opcode() <= Frame.BINARY),
                    "an unmasked frame without reserved bits, of a known kind, in its place",
                    frame);
            if (frame.is(Frame.CLOSE)) {
                probe.check("WS-028", mayBeSent(frame), "no code, or one that may be sent", frame);
            }
            if (!frame.isControl()) {
                probe.check("WS-026", !frame.is(Frame.BINARY), "text frames only", frame);
                text.writeBytes(frame.payload());
                open = !frame.isLast();
                if (frame.isLast()) {
                    probe.check("WS-027", Frame.isUtf8(text.toByteArray()), "text in UTF-8", frame);
                    text.reset();
                }
            }
        }
    }

    private static boolean mayBeSent(Frame close) {
        int code = close.code();
        return close.payload().length == 0
                || (close.payload().length > 1
                        && (CODES.contains(code) || (code >= FIRST_PRIVATE_CODE && code <= LAST_PRIVATE_CODE)));
    }

    // What is allowed

    private static void pings(Probe probe) throws InterruptedException {
        WebSocketLink link = probe.own().webSocket().initialized();
        for (byte[] payload : List.of(new byte[0], bytes("are you there?"), bytes("x".repeat(Frame.MAX_CONTROL)))) {
            link.send(Frame.of(Frame.PING, payload));
            Frame pong = link.awaitFrame(frame -> frame.is(Frame.PONG) && Arrays.equals(frame.payload(), payload));
            probe.check(
                    "WS-012",
                    pong != null,
                    "a pong with the " + payload.length + " bytes of the ping",
                    absence(link, pong));
        }
        link.send(Frame.of(Frame.PONG, bytes("nobody asked")));
        probe.check("WS-013", link.answers(), "a response after a pong that nobody asked for", link.absence());
    }

    private static void fragments(Probe probe) throws InterruptedException {
        byte[] request = WebSocketLink.request(ID, "initialize", WebSocketLink.initialization());
        WebSocketLink plain = probe.own().webSocket();
        sendPieces(plain, request, false);
        JsonNode response = plain.awaitResponse(ID);
        probe.check("WS-014", response != null, "a response to a request in pieces", absence(plain, response));
        if (response != null) {
            WebSocketLink mixed = probe.own().webSocket();
            sendPieces(mixed, request, true);
            JsonNode interrupted = mixed.awaitResponse(ID);
            Frame pong = interrupted == null ? null : mixed.awaitFrame(frame -> frame.is(Frame.PONG));
            probe.check(
                    "WS-015",
                    pong != null,
                    "a pong, and a response to the request between whose pieces the ping came",
                    absence(mixed, pong));
        }
    }

    /** Sends a message in frames that end within its characters, one of them empty. */
    private static void sendPieces(WebSocketLink link, byte[] message, boolean withPing) {
        int cut = new String(message, StandardCharsets.ISO_8859_1).indexOf('\u00c3') + 1;
        link.send(Frame.of(Frame.TEXT, Arrays.copyOf(message, PIECE)).unfinished());
        link.send(Frame.of(Frame.CONTINUATION, new byte[0]).unfinished());
        if (withPing) {
            link.send(Frame.of(Frame.PING, bytes("between")));
        }
        link.send(Frame.of(Frame.CONTINUATION, Arrays.copyOfRange(message, PIECE, cut))
                .unfinished());
        link.send(Frame.of(Frame.CONTINUATION, Arrays.copyOfRange(message, cut, message.length)));
    }

    private static void lengths(Probe probe) throws InterruptedException {
        WebSocketLink link = probe.own().webSocket().initialized();
        for (int length : List.of(1, 1_000, 100_000)) {
            JsonNode response = link.call("_acp4j/ping", obj("padding", "x".repeat(length)));
            probe.check(
                    "WS-016",
                    response != null,
                    "a response to a message of " + length + " bytes and more",
                    absence(link, response));
        }
    }

    private static void binary(Probe probe) throws InterruptedException {
        WebSocketLink link = probe.own().webSocket().initialized();
        link.send(Frame.of(Frame.BINARY, WebSocketLink.request(ID, "_acp4j/ping", obj())));
        boolean answers = link.answers();
        probe.check("WS-017", answers, "a response after a binary frame", link.absence());
        if (answers) {
            probe.check("WS-018", link.responses(ID) == 0, "no response to a request in a binary frame", "a response");
        }
    }

    private static void close(Probe probe) throws InterruptedException {
        WebSocketLink link = probe.own().webSocket().initialized();
        link.send(Frame.close(1000));
        Frame answer = link.awaitFrame(frame -> frame.is(Frame.CLOSE));
        probe.check("WS-019", answer != null, "a close frame", absence(link, answer));
        if (answer != null) {
            probe.check("WS-020", link.awaitEnd(), "the end of the connection", "an open connection");
        }
    }

    private static void own(Probe probe) throws InterruptedException {
        WebSocketLink link = probe.own().webSocket().initialized();
        link.answers();
        link.send(Frame.close(1001));
        if (link.awaitFrame(frame -> frame.is(Frame.CLOSE)) == null) {
            probe.open("WS-028", "the subject closes without a close frame");
        }
    }

    // What ends a connection

    private static void ends(Probe probe, String requirement, WebSocketLink link, String what, int code)
            throws InterruptedException {
        Frame close = awaitClose(link);
        boolean ended = close != null || link.isOver();
        probe.check(requirement, ended, "the end of the connection after " + what, "an open connection");
        if (ended) {
            probe.check(
                    "WS-025",
                    close != null && close.code() == code,
                    "the close code " + code + " after " + what,
                    absence(link, close));
        }
    }

    /** Waits for a close frame, and returns it: some servers wait for that before they end the connection. */
    private static @Nullable Frame awaitClose(WebSocketLink link) throws InterruptedException {
        Frame close = link.awaitFrame(frame -> frame.is(Frame.CLOSE));
        if (close != null) {
            link.send(close);
        }
        return close;
    }

    private static void unmasked(Probe probe) throws InterruptedException {
        WebSocketLink link = probe.own().webSocket().initialized();
        link.sendBytes(Frame.of(Frame.TEXT, WebSocketLink.request(ID, "_acp4j/ping", obj()))
                .encoded(false));
        ends(probe, "WS-021", link, "a frame that is not masked", PROTOCOL_ERROR);
    }

    private static void reserved(Probe probe) throws InterruptedException {
        WebSocketLink link = probe.own().webSocket().initialized();
        link.send(Frame.of(RESERVED_OPCODE, bytes("what is this?")));
        ends(probe, "WS-022", link, "a frame of an unknown kind", PROTOCOL_ERROR);
        WebSocketLink other = probe.own().webSocket().initialized();
        other.send(Frame.of(Frame.TEXT, WebSocketLink.request(ID, "_acp4j/ping", obj()))
                .withReserved(4));
        ends(probe, "WS-022", other, "a frame with a reserved bit", PROTOCOL_ERROR);
    }

    private static void noText(Probe probe) throws InterruptedException {
        WebSocketLink link = probe.own().webSocket().initialized();
        link.send(Frame.of(Frame.TEXT, new byte[] {'"', (byte) 0xC3, (byte) 0x28, '"'}));
        ends(probe, "WS-023", link, "text that is not UTF-8", INVALID_DATA);
    }

    private static void tooLong(Probe probe) throws InterruptedException {
        WebSocketLink link = probe.own().webSocket().initialized();
        link.sendBytes(Frame.text("").announcing(TERABYTE));
        // Four bytes of a mask, and what an agent might begin to keep.
        link.sendBytes(new byte[PIECE]);
        Frame close = awaitClose(link);
        probe.check(
                "WS-024",
                close != null && close.code() == TOO_BIG,
                "the close code " + TOO_BIG + " for a frame that announces a terabyte",
                close == null && !link.isOver() ? "an open connection" : absence(link, close));
    }

    private static Object absence(WebSocketLink link, @Nullable Object found) {
        return found == null ? link.absence() : found;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
