package io.acp4j.proxy.internal.bridge.older;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.internal.bridge.wire.Incoming;

/** A prompt of the client: held, sent, inserted. */
final class PromptedTurn {

    final Incoming request;
    final JsonNode prompt;
    final PromptEcho echo;
    String messageId;
    boolean inserted;

    /** Whether the agent has said something, so that what it says of the user is no echo any more. */
    boolean spoken;

    PromptedTurn(Incoming request, JsonNode prompt, String messageId, BridgeLimits limits) {
        this.request = request;
        this.prompt = prompt;
        this.echo = new PromptEcho(prompt, limits);
        this.messageId = messageId;
    }
}
