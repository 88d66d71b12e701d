// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An account or key that an agent uses, for display only.
 *
 * <p>Not an identifier: it may change, and it does not belong in logs.
 *
 * @param label what to call it on its own, such as the name of a subscription
 * @param active whether the agent uses it by default; null when the agent does not tell
 * @param name the name of its user; null when not told
 * @param email the mail address of its user; null when not told
 * @param organization the organisation, team or workspace that it belongs to; null when not told
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("auth-status")
public record AuthAccount(
        String label,
        @Nullable Boolean active,
        @Nullable String name,
        @Nullable String email,
        @Nullable String organization,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthAccount> CODEC = ObjectCodec.of("AuthAccount", type -> {
        var label = type.required("label", Codecs.STRING, AuthAccount::label);
        var active = type.lenient("active", Codecs.BOOLEAN, AuthAccount::active);
        var name = type.lenient("name", Codecs.STRING, AuthAccount::name);
        var email = type.lenient("email", Codecs.STRING, AuthAccount::email);
        var organization = type.lenient("organization", Codecs.STRING, AuthAccount::organization);
        var meta = type.lenient("_meta", Meta.CODEC, AuthAccount::meta);
        return in -> new AuthAccount(
                in.get(label), in.find(active), in.find(name), in.find(email), in.find(organization), in.find(meta));
    });

    /** Checks that what is required is there. */
    public AuthAccount {
        Objects.requireNonNull(label, "label");
    }

    /**
     * Returns a value with what is required.
     *
     * @param label what to call it on its own, such as the name of a subscription
     * @return the value
     */
    public static AuthAccount of(String label) {
        return new AuthAccount(label, null, null, null, null, null);
    }

    /** Names the members without what may be secret. */
    @Override
    public String toString() {
        return "AuthAccount[label=***, active=" + active + ", name=***, email=***, organization=***, meta=" + meta
                + "]";
    }

    /**
     * Starts a value with what is required.
     *
     * @param label what to call it on its own, such as the name of a subscription
     * @return the builder
     */
    public static Builder builder(String label) {
        return new Builder(label);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(label);
        copy.active = active;
        copy.name = name;
        copy.email = email;
        copy.organization = organization;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link AuthAccount}; used by one thread. */
    public static final class Builder {

        private final String label;
        private @Nullable Boolean active;
        private @Nullable String name;
        private @Nullable String email;
        private @Nullable String organization;
        private @Nullable Meta meta;

        private Builder(String label) {
            this.label = Objects.requireNonNull(label, "label");
        }

        /**
         * Sets whether the agent uses it by default.
         *
         * @param active whether the agent uses it by default; null when the agent does not tell
         * @return this
         */
        public Builder active(@Nullable Boolean active) {
            this.active = active;
            return this;
        }

        /**
         * Sets the name of its user.
         *
         * @param name the name of its user; null when not told
         * @return this
         */
        public Builder name(@Nullable String name) {
            this.name = name;
            return this;
        }

        /**
         * Sets the mail address of its user.
         *
         * @param email the mail address of its user; null when not told
         * @return this
         */
        public Builder email(@Nullable String email) {
            this.email = email;
            return this;
        }

        /**
         * Sets the organisation, team or workspace that it belongs to.
         *
         * @param organization the organisation, team or workspace that it belongs to; null when not told
         * @return this
         */
        public Builder organization(@Nullable String organization) {
            this.organization = organization;
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public AuthAccount build() {
            return new AuthAccount(label, active, name, email, organization, meta);
        }
    }
}
