package io.acp4j.client.internal.protocol;

import io.acp4j.client.PromptTurn;
import io.acp4j.schema.Meta;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;

/** Results of turns that the client itself ends as cancelled. */
public final class CancelledTurn {

    private CancelledTurn() {}

    /** Returns the result of a cancelled turn. */
    public static PromptResponse response(boolean isConfirmed) {
        return isConfirmed
                ? PromptResponse.of(StopReason.CANCELLED)
                : new PromptResponse(StopReason.CANCELLED, null, Meta.of(PromptTurn.UNCONFIRMED_KEY, true));
    }
}
