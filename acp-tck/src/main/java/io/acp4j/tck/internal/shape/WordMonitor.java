package io.acp4j.tck.internal.shape;

import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.shape.ShapeFault.Kind;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/**
 * Compares the words by which the subject tells kinds, states and the like apart with the lists of the protocol: readers take what they
 * do not know for something of a later version, unless it begins with an underscore.
 */
public final class WordMonitor implements Monitor {

    /** Why work has ended: a requirement of its own judges that. */
    private static final String STOP_REASON = ".stopReason";

    private final MessageShapes shapes;
    private final String requirement;

    /** Makes a monitor for a requirement. */
    public WordMonitor(MessageShapes shapes, String requirement) {
        this.shapes = shapes;
        this.requirement = requirement;
    }

    @Override
    public List<String> watches() {
        return List.of(requirement);
    }

    @Override
    public boolean concerns(Recording recording) {
        return recording.version() == shapes.version();
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        for (Entry entry : recording.received()) {
            if (entry.update().startsWith("user_message")) {
                // What the user has said is what the kit has sent.
                continue;
            }
            Entry request = entry.kind() == Entry.Kind.RESPONSE ? recording.requestOf(entry) : null;
            for (ShapeFault fault : shapes.faults(entry, request)) {
                if (fault.kind() == Kind.WORD && !fault.path().endsWith(STOP_REASON)) {
                    findings.check(requirement, false, fault.expected(), fault.observed());
                    return;
                }
            }
        }
        findings.check(requirement, true, "", "");
    }
}
