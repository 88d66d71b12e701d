package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.Contents;
import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.conversation.DefaultMessage;
import io.acp4j.client.internal.conversation.DefaultRefusedPrompt;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.MessageId;
import org.jspecify.annotations.Nullable;

/** Conversions between the message of a prompt and a refused prompt. */
final class RefusedPrompts {

    private RefusedPrompts() {}

    /**
     * Returns whether a failed prompt counts as refused: the agent has responded with an error and has not sent any output of the turn.
     * Cancelled prompts do not count, since agents store them.
     *
     * @param followsAbandoned whether the output after the prompt may be that of an earlier turn, so that it proves nothing
     */
    static boolean isRefused(
            DefaultMessage prompt, @Nullable ErrorObject error, DefaultConversation now, boolean followsAbandoned) {
        if (error != null && error.code().equals(ErrorCode.REQUEST_CANCELLED)) {
            return false;
        }
        for (int i = prompt.position() + 1; i < now.nextPosition() && !followsAbandoned; i++) {
            TranscriptEntry entry = now.at(i);
            if (!(entry instanceof TranscriptEntry.AgentNotice
                    || entry instanceof TranscriptEntry.RefusedPrompt
                    || entry instanceof TranscriptEntry.Gap)) {
                return false;
            }
        }
        return true;
    }

    static DefaultRefusedPrompt refused(DefaultMessage prompt, @Nullable ErrorObject error) {
        return new DefaultRefusedPrompt(prompt.position(), prompt.turn(), prompt.content(), error);
    }

    /** Returns the entry of a failed prompt with the ID of its message, or as a refused prompt where the ID is null. */
    static TranscriptEntry corrected(TranscriptEntry failed, @Nullable MessageId id, @Nullable ErrorObject error) {
        if (failed instanceof DefaultMessage message) {
            return id == null ? refused(message, error) : message.told(id, message.meta());
        }
        if (id != null && failed instanceof TranscriptEntry.RefusedPrompt refused) {
            // The conversation numbers its messages when this one is added.
            return new DefaultMessage(
                    refused.position(), refused.turn(), 0, MessageRole.USER, id, Contents.of(refused.content()), null);
        }
        return failed;
    }
}
