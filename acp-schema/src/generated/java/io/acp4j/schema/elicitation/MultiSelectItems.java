// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.json.UnionCodec;

/**
 * The choices of a field for several of them.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public sealed interface MultiSelectItems
        permits StringMultiSelectItems, TitledMultiSelectItems, UnknownMultiSelectItems {

    /** Reads and writes any kind, told apart by {@code type}; without it, it is {@link TitledMultiSelectItems}. */
    UnionCodec<MultiSelectItems> CODEC = UnionCodec.<MultiSelectItems>on("type")
            .variant("string", StringMultiSelectItems.class, () -> StringMultiSelectItems.CODEC)
            .variant("", TitledMultiSelectItems.class, () -> TitledMultiSelectItems.CODEC)
            .unknown(UnknownMultiSelectItems.class, UnknownMultiSelectItems::new, UnknownMultiSelectItems::raw);
}
