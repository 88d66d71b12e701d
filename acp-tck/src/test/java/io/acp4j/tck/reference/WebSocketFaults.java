package io.acp4j.tck.reference;

import io.acp4j.tck.reference.Faults.Reaction;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Faults in taking WebSockets and in the frames on them. */
final class WebSocketFaults {

    private WebSocketFaults() {}

    static void fill(FaultTable table) {
        table.socket("WS-001", "ws-wrong-accept");
        table.socket("WS-002", "ws-no-id");
        table.socket("WS-003", "ws-same-id");
        table.socket("WS-004", "ws-own-protocol");
        table.socket("WS-005", "ws-own-extension");
        table.socket("WS-006", "ws-any-version");
        table.socket("WS-007", "ws-no-key");
        table.socket("WS-008", "ws-any-origin");
        table.socket("WS-009", "ws-any-host");
        Set<String> seen = ConcurrentHashMap.newKeySet();
        table.socket("WS-010", new Faults().take("_acp4j/ping", (message, agent) -> {
                    boolean shared = message.path("id").asInt() == 4711;
                    return shared && !seen.add("4711") ? Reaction.silence() : null;
                }));
        table.socket("WS-011", "ws-dies-with-a-client");
        table.socket("WS-012", "ws-empty-pongs");
        table.socket("WS-013", "ws-hates-pongs");
        table.socket("WS-014", "ws-no-empty-pieces");
        table.socket("WS-015", "ws-no-pong-between");
        table.socket("WS-016", "ws-short-only");
        table.socket("WS-017", "ws-hates-binary");
        table.socket("WS-018", "ws-reads-binary");
        table.socket("WS-019", "ws-leaves-without-close");
        table.socket("WS-020", "ws-stays-after-close");
        table.socket("WS-021", "ws-takes-unmasked");
        table.socket("WS-022", "ws-takes-anything");
        table.socket("WS-023", "ws-takes-any-bytes");
        table.socket("WS-024", "ws-too-long-is-1002");
        table.socket("WS-025", "ws-closes-with-1011");
        table.socket("WS-026", "ws-sends-binary");
        table.socket("WS-027", "ws-masks");
        table.socket("WS-028", "ws-forbidden-code");
    }
}
