// Written by build-support/write-types from src/protocol/prompt.yaml: change that, not this.
package io.acp4j.schema.prompt;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * Why a turn ended.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#stop-reasons">the specification</a>
 * @since 0.1.0
 */
public record StopReason(String value) {

    /** The agent is done. */
    public static final StopReason END_TURN = new StopReason("end_turn");

    /** The model reached its limit of tokens. */
    public static final StopReason MAX_TOKENS = new StopReason("max_tokens");

    /** The agent reached its limit of model requests within one turn. */
    public static final StopReason MAX_TURN_REQUESTS = new StopReason("max_turn_requests");

    /** The agent refuses to go on; the prompt and what followed it do not count for the next one. */
    public static final StopReason REFUSAL = new StopReason("refusal");

    /** The client cancelled the turn. */
    public static final StopReason CANCELLED = new StopReason("cancelled");

    /** Reads and writes the word. */
    public static final JsonCodec<StopReason> CODEC = OpenValueCodec.of(
            StopReason::new, StopReason::value, List.of(END_TURN, MAX_TOKENS, MAX_TURN_REQUESTS, REFUSAL, CANCELLED));

    /** Checks that the value is there. */
    public StopReason {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
