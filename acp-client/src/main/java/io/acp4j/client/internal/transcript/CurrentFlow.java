package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.conversation.Details;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptOptions;
import java.util.function.BiConsumer;

/** The flow that a session's updates are written to, which another one may replace; used by one thread at a time. */
final class CurrentFlow {

    private final TranscriptOptions options;
    private final boolean patching;
    private final BiConsumer<TranscriptChange, DefaultConversation> changes;
    private Flow flow;

    CurrentFlow(
            TranscriptOptions options, boolean patching, BiConsumer<TranscriptChange, DefaultConversation> changes) {
        this.options = options;
        this.patching = patching;
        this.changes = changes;
        this.flow = new Flow(options, changes, DefaultConversation.EMPTY, patching);
    }

    Flow flow() {
        return flow;
    }

    DefaultConversation now() {
        return flow.now();
    }

    /** Returns an empty flow whose changes nobody is told. */
    Flow aside() {
        return aside(Details.NONE);
    }

    /** Returns such a flow with what is beside it. */
    Flow aside(Details details) {
        return new Flow(options, (change, after) -> {}, DefaultConversation.EMPTY.with(details), patching);
    }

    /** Returns the present flow as one whose changes nobody is told any more. */
    Flow putAside() {
        return flow.reportingTo((change, after) -> {});
    }

    /** Returns an empty flow for {@link #replaceBy}. Its limits are suspended until it replaces the current flow. */
    Flow replacement(Details details) {
        Flow replacement = aside(details);
        replacement.store().suspendLimits();
        return replacement;
    }

    /** Replaces the flow, reports this as one change, and then drops the entries that exceed the limits. */
    void replaceBy(Flow replacement) {
        DefaultConversation before = now();
        goOnWith(replacement).changed(new TranscriptChange.Replaced(before));
        flow.store().bound();
    }

    /** Begins anew, with what is beside a flow. */
    void begin(Details details) {
        flow = new Flow(options, changes, DefaultConversation.EMPTY.with(details), patching);
    }

    /** Goes on with a flow that was put aside; returns it as it tells its changes now. */
    Flow goOnWith(Flow other) {
        flow = other.reportingTo(changes);
        return flow;
    }

    /** Returns to a flow that was current before. */
    void restore(Flow before) {
        flow = before;
    }
}
