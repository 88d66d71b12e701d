// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.Counts;
import io.acp4j.schema.internal.codec.MetaMember;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports from which session, and at which message, a session was forked.
 *
 * <p>Carried in the {@code _meta} of {@code SessionInfo} and of {@code ForkSessionResponse}, and in that of {@code
 * NewSessionRequest} where a client starts over at the very first message, before which the protocol cannot fork.
 *
 * <p>Lineage comes from the other side: a parent may be unknown, the session itself, or one of its own descendants.
 *
 * @param parentSessionId the session that it was forked from; null when it has no parent any more, or never had
 * @param forkMessageId the last message that it inherited; null when it inherited none, or when that is unsaid
 * @param forkDepth how many messages it inherited, 0 when none; null when that is unsaid
 * @param label what people call the branch; null when it has no label
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionLineage(
        @Nullable SessionId parentSessionId,
        @Nullable MessageId forkMessageId,
        @Nullable Integer forkDepth,
        @Nullable String label) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionLineage> CODEC = ObjectCodec.of("SessionLineage", type -> {
        var parentSessionId = type.lenient("parentSessionId", SessionId.CODEC, SessionLineage::parentSessionId);
        var forkMessageId = type.lenient("forkMessageId", MessageId.CODEC, SessionLineage::forkMessageId);
        var forkDepth = type.lenient("forkDepth", Counts.COUNT, SessionLineage::forkDepth);
        var label = type.lenient("label", Codecs.STRING, SessionLineage::label);
        return in -> new SessionLineage(
                in.find(parentSessionId), in.find(forkMessageId), in.find(forkDepth), in.find(label));
    });

    /** Checks that what is required is there. */
    public SessionLineage {
        Counts.requireDepth(forkDepth);
    }

    /** The member of {@code _meta} that holds it. */
    public static final String KEY = "acp4j/lineage";

    /**
     * Returns what {@code _meta} holds.
     *
     * @param meta extra data; may be null
     * @return the value; null when there is none, or a malformed one
     */
    public static @Nullable SessionLineage of(@Nullable Meta meta) {
        return MetaMember.find(meta, KEY, CODEC);
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
        copy.parentSessionId = parentSessionId;
        copy.forkMessageId = forkMessageId;
        copy.forkDepth = forkDepth;
        copy.label = label;
        return copy;
    }

    /** Collects the members of {@link SessionLineage}; used by one thread. */
    public static final class Builder {

        private @Nullable SessionId parentSessionId;
        private @Nullable MessageId forkMessageId;
        private @Nullable Integer forkDepth;
        private @Nullable String label;

        private Builder() {}

        /**
         * Sets the session that it was forked from.
         *
         * @param parentSessionId the session that it was forked from; null when it has no parent any more, or never had
         * @return this
         */
        public Builder parentSessionId(@Nullable SessionId parentSessionId) {
            this.parentSessionId = parentSessionId;
            return this;
        }

        /**
         * Sets the last message that it inherited.
         *
         * @param forkMessageId the last message that it inherited; null when it inherited none, or when that is unsaid
         * @return this
         */
        public Builder forkMessageId(@Nullable MessageId forkMessageId) {
            this.forkMessageId = forkMessageId;
            return this;
        }

        /**
         * Sets how many messages it inherited, 0 when none.
         *
         * @param forkDepth how many messages it inherited, 0 when none; null when that is unsaid
         * @return this
         */
        public Builder forkDepth(@Nullable Integer forkDepth) {
            this.forkDepth = forkDepth;
            return this;
        }

        /**
         * Sets what people call the branch.
         *
         * @param label what people call the branch; null when it has no label
         * @return this
         */
        public Builder label(@Nullable String label) {
            this.label = label;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public SessionLineage build() {
            return new SessionLineage(parentSessionId, forkMessageId, forkDepth, label);
        }
    }
}
