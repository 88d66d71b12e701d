// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.json.UnionCodec;

/**
 * What may be entered into one field of a form.
 *
 * <p>New types may be permitted in minor releases: handle {@link UnknownPropertySchema} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public sealed interface ElicitationPropertySchema
        permits StringPropertySchema,
                NumberPropertySchema,
                IntegerPropertySchema,
                BooleanPropertySchema,
                MultiSelectPropertySchema,
                UnknownPropertySchema {

    /** Reads and writes any kind, told apart by {@code type}. */
    UnionCodec<ElicitationPropertySchema> CODEC = UnionCodec.<ElicitationPropertySchema>on("type")
            .variant("string", StringPropertySchema.class, () -> StringPropertySchema.CODEC)
            .variant("number", NumberPropertySchema.class, () -> NumberPropertySchema.CODEC)
            .variant("integer", IntegerPropertySchema.class, () -> IntegerPropertySchema.CODEC)
            .variant("boolean", BooleanPropertySchema.class, () -> BooleanPropertySchema.CODEC)
            .variant("array", MultiSelectPropertySchema.class, () -> MultiSelectPropertySchema.CODEC)
            .unknown(UnknownPropertySchema.class, UnknownPropertySchema::new, UnknownPropertySchema::raw);
}
