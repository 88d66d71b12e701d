package io.acp4j.schema.v1.update;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.MemberUnionCodec;

/**
 * What may follow the name of a command.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/slash-commands#availablecommandinput">the specification</a>
 * @since 0.1.0
 */
public sealed interface AvailableCommandInput permits UnstructuredCommandInput, UnknownCommandInput {

    /** Reads and writes any kind; text is told by the member {@code hint}. */
    JsonCodec<AvailableCommandInput> CODEC = MemberUnionCodec.<AvailableCommandInput>union()
            .variant("hint", UnstructuredCommandInput.class, () -> UnstructuredCommandInput.CODEC)
            .unknown(UnknownCommandInput.class, UnknownCommandInput::new, UnknownCommandInput::raw);
}
