// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.MemberUnionCodec;
import io.acp4j.schema.json.UnionCodec;

/**
 * What may follow the name of a command.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/slash-commands#availablecommandinput">the specification</a>
 * @since 0.1.0
 */
public sealed interface AvailableCommandInput permits UnstructuredCommandInput, UnknownCommandInput {

    /** Reads and writes any kind, told apart by the members that only one has. */
    JsonCodec<AvailableCommandInput> CODEC = Codecs.versions(
            MemberUnionCodec.<AvailableCommandInput>union()
                    .variant("hint", UnstructuredCommandInput.class, () -> UnstructuredCommandInput.CODEC)
                    .unknown(UnknownCommandInput.class, UnknownCommandInput::new, UnknownCommandInput::raw),
            () -> UnionCodec.<AvailableCommandInput>on("type")
                    .variant("text", UnstructuredCommandInput.class, () -> UnstructuredCommandInput.CODEC)
                    .unknown(
                            UnknownCommandInput.class,
                            (tag, raw) -> new UnknownCommandInput(raw),
                            UnknownCommandInput::raw));
}
