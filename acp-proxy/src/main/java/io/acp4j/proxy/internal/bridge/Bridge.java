package io.acp4j.proxy.internal.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.internal.bridge.newer.NewerAgent;
import io.acp4j.proxy.internal.bridge.older.OlderAgent;
import io.acp4j.proxy.internal.bridge.wire.BridgeSettings;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.proxy.internal.bridge.wire.Sink;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;
import io.acp4j.proxy.internal.bridge.wire.Timers;
import io.acp4j.proxy.internal.bridge.wire.Translator;
import io.acp4j.proxy.internal.bridge.wire.Wire;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.util.function.Supplier;

/** All that a bridge decides, for one message at a time; neither threads nor transports. */
final class Bridge {

    private final Wire wire;
    private Translator translator;

    Bridge(BridgeSettings settings, Sink sink, Timers timers, Supplier<String> ids) {
        wire = new Wire(sink, timers, settings.limits().maxRequests());
        translator = new Opening(new Surroundings(wire, timers, settings, ids), opened -> translator = opened);
    }

    void receive(Side from, JsonNode message) {
        wire.receive(from, message, translator);
    }

    void refuseUnread(Side from, FrameError fault) {
        wire.refuseUnread(from, fault);
    }

    void ended(Side side) {
        ended(side, "");
    }

    /** Ends the pending work of a peer. The reason is a text for display. */
    void ended(Side side, String reason) {
        wire.noteEnd(side, reason);
        translator.ended(side);
        wire.ended(side);
    }

    /** Returns how often a message made the bridge itself fail. */
    int failures() {
        return wire.failures();
    }

    /** Returns how much is remembered, for tests of the bounds. */
    int remembered() {
        int sessions = translator instanceof OlderAgent older
                ? older.remembered()
                : translator instanceof NewerAgent newer ? newer.remembered() : 0;
        return sessions + wire.inFlight();
    }
}
