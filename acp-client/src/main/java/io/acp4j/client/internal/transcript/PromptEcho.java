package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.DefaultMessage;
import io.acp4j.client.internal.transcript.EntryIndex.MessageKey;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.schema.update.ContentChunk;
import org.jspecify.annotations.Nullable;

/** The echo of the prompt under way, kept out of the conversation, which has the prompt already; used by one thread at a time. */
final class PromptEcho {

    /** What the agent has sent back of the prompt under way; null when there is none, or all has come. */
    private @Nullable Echo pending;

    /** The echo whose words have all come; its other blocks may follow. */
    private @Nullable Echo adopted;

    /** Expects the echo of a prompt. */
    void expect(DefaultMessage prompt) {
        adopted = null;
        pending = new Echo(prompt);
    }

    /** Returns what has been sent back of the prompt under way; null when there is none, or all has come. */
    @Nullable
    Echo pending() {
        return pending;
    }

    /** Takes a chunk that is a part of the echo; false when it is none. */
    boolean takes(ContentChunk chunk, Flow flow) {
        MessageKey key = EntryIndex.keyOf(chunk);
        if (adopted != null && adopted.takeRest(key, chunk)) {
            return true;
        }
        adopted = null;
        Echo echoing = pending;
        DefaultMessage prompt = echoing == null ? null : flow.prompt();
        if (echoing == null || prompt == null) {
            pending = null;
            return false;
        }
        if (key.role() == MessageRole.USER && !flow.continues(chunk) && echoing.take(key, chunk)) {
            if (echoing.isWhole()) {
                pending = null;
                adopted = echoing;
                flow.echoed(prompt, key, chunk);
            }
            return true;
        }
        if (key.equals(echoing.key())) {
            refute(echoing, flow);
        } else {
            endAnonymous(flow);
        }
        return false;
    }

    /** Ends an echo without an id, as a message without one ends; it was none when words are missing. */
    void endAnonymous(Flow flow) {
        MessageKey key = pending == null ? null : pending.key();
        if (pending != null && key != null && key.id() == null) {
            refute(pending, flow);
        }
    }

    /** Expects no more of it, since the turn has ended: what has come is no echo when words are missing. */
    void end(Flow flow) {
        if (pending != null) {
            refute(pending, flow);
            pending = null;
        }
        adopted = null;
    }

    /** Shows as a message of its own what looked like the prompt in the beginning. */
    private static void refute(Echo refuted, Flow flow) {
        MessageKey key = refuted.key();
        if (key != null) {
            flow.begin(key, refuted.said(), null);
            refuted.forget();
        }
    }
}
