// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.MetaMember;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says what sort of session it is, where that limits what may be done with it.
 *
 * <p>Carried in the {@code _meta} of {@code SessionInfo} and of the responses that open sessions.
 *
 * @param kind what it is for; a conversation unless the agent says otherwise
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionTraits(SessionKind kind) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionTraits> CODEC = ObjectCodec.of("SessionTraits", type -> {
        var kind = type.lenient("kind", SessionKind.CODEC, SessionTraits::kind, SessionKind.CHAT);
        return in -> new SessionTraits(in.get(kind));
    });

    /** Checks that what is required is there. */
    public SessionTraits {
        Objects.requireNonNull(kind, "kind");
    }

    /** The member of {@code _meta} that holds it. */
    public static final String KEY = "acp4j/session";

    /**
     * Returns what {@code _meta} holds.
     *
     * @param meta extra data; may be null
     * @return the value; null when there is none, or a malformed one
     */
    public static @Nullable SessionTraits of(@Nullable Meta meta) {
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
        copy.kind = kind;
        return copy;
    }

    /** Collects the members of {@link SessionTraits}; used by one thread. */
    public static final class Builder {

        private SessionKind kind = SessionKind.CHAT;

        private Builder() {}

        /**
         * Sets what it is for.
         *
         * @param kind what it is for; a conversation unless the agent says otherwise
         * @return this
         */
        public Builder kind(SessionKind kind) {
            this.kind = Objects.requireNonNull(kind, "kind");
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public SessionTraits build() {
            return new SessionTraits(kind);
        }
    }
}
