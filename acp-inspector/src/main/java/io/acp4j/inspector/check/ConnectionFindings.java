package io.acp4j.inspector.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.tck.conversation.BrokenRequirement;
import io.acp4j.tck.conversation.ConversationCheck;
import java.util.ArrayList;
import java.util.List;

/** The findings of one connection of a log. Used by one thread. */
final class ConnectionFindings {

    private final FrameLog log;
    private final ConversationCheck check = ConversationCheck.create();
    private final OmissionFinder omissions = new OmissionFinder();
    private final List<Long> rows = new ArrayList<>();
    private List<ObjectNode> found = List.of();
    private boolean isCurrent = true;

    ConnectionFindings(FrameLog log) {
        this.log = log;
    }

    /** Adds the next frame of the connection. Returns false if the limits of the check are reached. */
    boolean add(FrameRow row, byte[] bytes) {
        boolean fromClient = row.direction() == Direction.OUTBOUND;
        if (!check.add(fromClient, bytes)) {
            return false;
        }
        omissions.add(fromClient, bytes, rows.size());
        rows.add(row.number());
        isCurrent = false;
        return true;
    }

    /** Returns the findings so far. */
    List<ObjectNode> found() {
        if (!isCurrent) {
            List<BrokenRequirement> broken = new ArrayList<>(check.broken());
            broken.addAll(omissions.found());
            found = Redacted.without(broken, index -> log.bytes(rows.get(index))).stream()
                    .map(each -> FindingJson.of(each, rows.get(each.message())))
                    .toList();
            isCurrent = true;
        }
        return found;
    }
}
