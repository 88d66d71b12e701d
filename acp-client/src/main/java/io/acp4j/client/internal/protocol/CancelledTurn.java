package io.acp4j.client.internal.protocol;

import io.acp4j.client.PromptTurn;
import io.acp4j.schema.Meta;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;

/** The ends of turns that the client ends itself as cancelled. */
public final class CancelledTurn {

    private CancelledTurn() {}

    /** Returns the end of a cancelled turn. */
    public static PromptResponse response(boolean isConfirmed) {
        return isConfirmed
                ? PromptResponse.of(StopReason.CANCELLED)
                : new PromptResponse(StopReason.CANCELLED, null, Meta.of(PromptTurn.UNCONFIRMED_KEY, true));
    }
}
