// Written by build-support/write-types from src/protocol/provider.yaml: change that, not this.
package io.acp4j.schema.provider;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * The protocol in which an agent talks to a provider of models.
 *
 * <p>Words that begin with an underscore are free for private use.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
 * @since 0.1.0
 */
@Unstable("providers")
public record LlmProtocol(String value) {

    /** That of Anthropic. */
    public static final LlmProtocol ANTHROPIC = new LlmProtocol("anthropic");

    /** That of OpenAI. */
    public static final LlmProtocol OPENAI = new LlmProtocol("openai");

    /** That of Azure. */
    public static final LlmProtocol AZURE = new LlmProtocol("azure");

    /** That of Vertex AI. */
    public static final LlmProtocol VERTEX = new LlmProtocol("vertex");

    /** That of Amazon Bedrock. */
    public static final LlmProtocol BEDROCK = new LlmProtocol("bedrock");

    /** Reads and writes the word. */
    public static final JsonCodec<LlmProtocol> CODEC =
            OpenValueCodec.of(LlmProtocol::new, LlmProtocol::value, List.of(ANTHROPIC, OPENAI, AZURE, VERTEX, BEDROCK));

    /** Checks that the value is there. */
    public LlmProtocol {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
