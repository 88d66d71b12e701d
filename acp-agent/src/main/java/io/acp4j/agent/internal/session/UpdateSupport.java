package io.acp4j.agent.internal.session;

import io.acp4j.agent.internal.client.ClientRules;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.protocol.UpdateWriter;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.init.ClientSessionCapabilities;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.Notice;
import io.acp4j.schema.update.PlanRemoved;
import io.acp4j.schema.update.PlanUpdate;
import io.acp4j.schema.update.SessionMessage;
import io.acp4j.schema.update.SessionMessageChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.SubagentUpdate;
import org.jspecify.annotations.Nullable;

/** The updates that a client supports, according to its version and its capabilities. */
final class UpdateSupport {

    private final DefaultClient client;
    private final UpdateWriter writer;

    UpdateSupport(DefaultClient client, UpdateWriter writer) {
        this.client = client;
        this.writer = writer;
    }

    /** Returns true if the protocol version contains an update and the client has advertised the required capability. */
    boolean isSupported(SessionUpdate update) {
        if (!writer.supports(update)) {
            return false;
        }
        if (update instanceof Notice) {
            return advertised() != null && advertised().notices() != null;
        }
        if (isCompaction(update)) {
            return advertised() != null && advertised().compaction() != null;
        }
        if (isPlanOperation(update)) {
            return Capabilities.PLAN.in(client.capabilities());
        }
        return !isOfSubagents(update) || Capabilities.SUBAGENTS.in(client.capabilities());
    }

    /**
     * Checks that the client supports an update.
     *
     * @throws UnsupportedCapabilityException if it does not
     */
    void require(SessionUpdate update) {
        if (isSupported(update)) {
            return;
        }
        if (!writer.supports(update)) {
            throw ClientRules.missing("to send a " + update.getClass().getSimpleName(), 2);
        }
        if (update instanceof Notice) {
            throw unsupported("a notice", "session.notices");
        }
        if (isPlanOperation(update)) {
            throw unsupported("a plan with an id", "plan");
        }
        throw unsupported("an update about subagents", "subagents");
    }

    /** Returns true if an update belongs to a compaction, which is stored even if the client does not support it. */
    static boolean isCompaction(SessionUpdate update) {
        return update instanceof CompactionUpdate || update instanceof CompactionSummaryChunk;
    }

    private static boolean isPlanOperation(SessionUpdate update) {
        return update instanceof PlanUpdate || update instanceof PlanRemoved;
    }

    private static boolean isOfSubagents(SessionUpdate update) {
        return update instanceof SubagentUpdate
                || update instanceof SessionMessage
                || update instanceof SessionMessageChunk;
    }

    private @Nullable ClientSessionCapabilities advertised() {
        return client.capabilities().session();
    }

    /** Returns the exception for a client of version 1, with the names of version 1. Clients of version 2 support all of these updates. */
    private static UnsupportedCapabilityException unsupported(String what, String capability) {
        return new UnsupportedCapabilityException("to send " + what, "clientCapabilities." + capability);
    }
}
