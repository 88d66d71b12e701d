package io.acp4j.tck.internal.shape;

import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.shape.ShapeFault.Kind;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares every message of the subject with its shape, at any depth. */
public final class ShapeMonitor implements Monitor {

    /** What responses that open a session had before modes and options took its place; a client may still be served by it. */
    private static final String WITHDRAWN = "$.result.models";

    private static final String CONTENT = "$.params.update.content";

    /** What a client that speaks both versions says of itself under the names of the other one. */
    private static final Set<String> OF_OTHER_VERSION =
            Set.of("$.params.info", "$.params.capabilities", "$.params.clientInfo", "$.params.clientCapabilities");

    private final MessageShapes shapes;
    private final String complete;
    private final String wellFormed;
    private final String known;

    /**
     * Makes a monitor.
     *
     * @param shapes the shapes
     * @param complete the requirement that what a reader needs is there with its type
     * @param wellFormed the requirement that this holds also for what a reader can do without
     * @param known the requirement that no members are made up
     */
    public ShapeMonitor(MessageShapes shapes, String complete, String wellFormed, String known) {
        this.shapes = shapes;
        this.complete = complete;
        this.wellFormed = wellFormed;
        this.known = known;
    }

    @Override
    public List<String> watches() {
        return List.of(complete, wellFormed, known);
    }

    @Override
    public boolean concerns(Recording recording) {
        return shapes.version() == 1 ? recording.version() <= 1 : recording.version() == shapes.version();
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        for (Entry entry : recording.received()) {
            Entry request = entry.kind() == Entry.Kind.RESPONSE ? recording.requestOf(entry) : null;
            if (agreesToAnotherVersion(entry, request, recording)) {
                // The messages from here on have the shapes of that version.
                return;
            }
            List<ShapeFault> faults = shapes.faults(entry, request).stream()
                    .filter(fault -> !isExcused(entry, fault))
                    .toList();
            String place = place(entry, request);
            check(complete, Kind.WRONG, faults, place, findings);
            check(wellFormed, Kind.FORGIVEN, faults, place, findings);
            check(known, Kind.UNKNOWN, faults, place, findings);
        }
    }

    private static boolean agreesToAnotherVersion(Entry entry, @Nullable Entry request, Recording recording) {
        return request != null
                && request.method().equals("initialize")
                && entry.at("/result/protocolVersion").isInt()
                && entry.at("/result/protocolVersion").asInt() != recording.version();
    }

    private static void check(String requirement, Kind kind, List<ShapeFault> faults, String place, Findings findings) {
        ShapeFault first = faults.stream()
                .filter(fault -> fault.kind() == kind)
                .findFirst()
                .orElse(null);
        if (first == null) {
            findings.check(requirement, true, "", "");
        } else {
            findings.check(requirement, false, first.expected(), first.observed() + place);
        }
    }

    private static boolean isExcused(Entry entry, ShapeFault fault) {
        // What the user has said is what the kit has sent, faulty blocks included.
        return fault.path().equals(WITHDRAWN)
                || (fault.kind() == Kind.UNKNOWN
                        && entry.method().equals("initialize")
                        && OF_OTHER_VERSION.contains(fault.path()))
                || (fault.kind() != Kind.UNKNOWN
                        && entry.update().equals("user_message_chunk")
                        && fault.path().startsWith(CONTENT));
    }

    private static String place(Entry entry, @Nullable Entry request) {
        if (entry.kind() != Entry.Kind.RESPONSE) {
            String update = entry.update();
            return " in " + entry.method() + (update.isEmpty() ? "" : ", " + update);
        }
        return request == null ? " in a response" : " in the response to " + request.method();
    }
}
