// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.MetaMember;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Says whether an agent sends the history that a fork inherits, and which updates are that.
 *
 * <p>Carried in the {@code _meta} of {@code ForkSessionResponse}, and then in that of each {@code SessionNotification}
 * that tells a part of the history. Without it, a client cannot tell the first message of the history from something
 * new that says the same.
 *
 * @param follows in a response, whether the history comes after it; null elsewhere
 * @param last in an update, whether nothing of the history comes after it
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record ForkHistory(@Nullable Boolean follows, boolean last) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ForkHistory> CODEC = ObjectCodec.of("ForkHistory", type -> {
        var follows = type.lenient("follows", Codecs.BOOLEAN, ForkHistory::follows);
        var last = type.lenient("last", Codecs.BOOLEAN, ForkHistory::last, false);
        return in -> new ForkHistory(in.find(follows), in.get(last));
    });

    /** The member of {@code _meta} that holds it. */
    public static final String KEY = "acp4j/history";

    /**
     * Returns what {@code _meta} holds.
     *
     * @param meta extra data; may be null
     * @return the value; null when there is none, or a malformed one
     */
    public static @Nullable ForkHistory of(@Nullable Meta meta) {
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
        copy.follows = follows;
        copy.last = last;
        return copy;
    }

    /** Collects the members of {@link ForkHistory}; used by one thread. */
    public static final class Builder {

        private @Nullable Boolean follows;
        private boolean last = false;

        private Builder() {}

        /**
         * Sets in a response, whether the history comes after it.
         *
         * @param follows in a response, whether the history comes after it; null elsewhere
         * @return this
         */
        public Builder follows(@Nullable Boolean follows) {
            this.follows = follows;
            return this;
        }

        /**
         * Sets in an update, whether nothing of the history comes after it.
         *
         * @param last in an update, whether nothing of the history comes after it
         * @return this
         */
        public Builder last(boolean last) {
            this.last = last;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public ForkHistory build() {
            return new ForkHistory(follows, last);
        }
    }
}
