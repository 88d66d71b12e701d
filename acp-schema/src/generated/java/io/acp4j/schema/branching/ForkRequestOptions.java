// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.MetaMember;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.SchemaException;
import org.jspecify.annotations.Nullable;

/**
 * How a fork is to be made, beside the fields that the protocol has for it.
 *
 * <p>Carried in the {@code _meta} of {@code ForkSessionRequest}. To be sent only to agents that advertise {@link
 * ForkDetails}. Malformed options are an error: a label or key that were passed over would make another fork than the
 * one that was asked for.
 *
 * @param label what to call the branch; null for no label
 * @param idempotencyKey names the request: the agent responds to another one of the same key, and otherwise the same,
 *     with the session that it made for the first; null when every request makes a session
 * @param promptDigest identifies the prompt that the client sends to the fork next; a request of the same key with
 *     another prompt is refused; null when unsaid
 * @param role whose message {@code messageId} names, for sessions in which two may have the same id; null when unsaid
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record ForkRequestOptions(
        @Nullable String label,
        @Nullable String idempotencyKey,
        @Nullable String promptDigest,
        @Nullable BranchRole role) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ForkRequestOptions> CODEC = ObjectCodec.of("ForkRequestOptions", type -> {
        var label = type.optional("label", Codecs.STRING, ForkRequestOptions::label);
        var idempotencyKey = type.optional("idempotencyKey", Codecs.STRING, ForkRequestOptions::idempotencyKey);
        var promptDigest = type.optional("promptDigest", Codecs.STRING, ForkRequestOptions::promptDigest);
        var role = type.optional("role", BranchRole.CODEC, ForkRequestOptions::role);
        return in ->
                new ForkRequestOptions(in.find(label), in.find(idempotencyKey), in.find(promptDigest), in.find(role));
    });

    /** The member of {@code _meta} that holds it. */
    public static final String KEY = "acp4j/fork";

    /**
     * Returns what {@code _meta} holds.
     *
     * @param meta extra data; may be null
     * @return the value; null when there is none
     * @throws SchemaException when it is malformed
     */
    public static @Nullable ForkRequestOptions of(@Nullable Meta meta) throws SchemaException {
        return MetaMember.read(meta, KEY, CODEC);
    }

    /**
     * Returns extra data that holds this, too.
     *
     * @param meta what is there already, which is kept; may be null
     * @return the data
     */
    public Meta into(@Nullable Meta meta) {
        return MetaMember.put(meta, KEY, CODEC.toRaw(this));
    }

    /**
     * Starts a value, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.label = label;
        copy.idempotencyKey = idempotencyKey;
        copy.promptDigest = promptDigest;
        copy.role = role;
        return copy;
    }

    /** Collects the members of {@link ForkRequestOptions}; used by one thread. */
    public static final class Builder {

        private @Nullable String label;
        private @Nullable String idempotencyKey;
        private @Nullable String promptDigest;
        private @Nullable BranchRole role;

        private Builder() {}

        /**
         * Sets what to call the branch.
         *
         * @param label what to call the branch; null for no label
         * @return this
         */
        public Builder label(@Nullable String label) {
            this.label = label;
            return this;
        }

        /**
         * Sets names the request: the agent responds to another one of the same key, and otherwise the same, with the
         * session that it made for the first.
         *
         * @param idempotencyKey names the request: the agent responds to another one of the same key, and otherwise the
         *     same, with the session that it made for the first; null when every request makes a session
         * @return this
         */
        public Builder idempotencyKey(@Nullable String idempotencyKey) {
            this.idempotencyKey = idempotencyKey;
            return this;
        }

        /**
         * Sets identifies the prompt that the client sends to the fork next.
         *
         * @param promptDigest identifies the prompt that the client sends to the fork next; a request of the same key
         *     with another prompt is refused; null when unsaid
         * @return this
         */
        public Builder promptDigest(@Nullable String promptDigest) {
            this.promptDigest = promptDigest;
            return this;
        }

        /**
         * Sets whose message {@code messageId} names, for sessions in which two may have the same id.
         *
         * @param role whose message {@code messageId} names, for sessions in which two may have the same id; null when
         *     unsaid
         * @return this
         */
        public Builder role(@Nullable BranchRole role) {
            this.role = role;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public ForkRequestOptions build() {
            return new ForkRequestOptions(label, idempotencyKey, promptDigest, role);
        }
    }
}
