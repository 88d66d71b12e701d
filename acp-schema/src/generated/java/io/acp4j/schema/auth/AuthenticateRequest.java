// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to authenticate its user in one of the ways that it offered.
 *
 * @param methodId the id of an {@link AuthMethodAgent} that the agent offered
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#protocol-driven-authentication">the
 *     specification</a>
 * @since 0.1.0
 */
public record AuthenticateRequest(
        AuthMethodId methodId, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthenticateRequest> CODEC = ObjectCodec.of("AuthenticateRequest", type -> {
        var methodId = type.required("methodId", AuthMethodId.CODEC, AuthenticateRequest::methodId);
        var meta = type.lenient("_meta", Meta.CODEC, AuthenticateRequest::meta);
        return in -> new AuthenticateRequest(in.get(methodId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public AuthenticateRequest {
        Objects.requireNonNull(methodId, "methodId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param methodId the id of an {@link AuthMethodAgent} that the agent offered
     * @return the request
     */
    public static AuthenticateRequest of(AuthMethodId methodId) {
        return new AuthenticateRequest(methodId, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param methodId the id of an {@link AuthMethodAgent} that the agent offered
     * @return the builder
     */
    public static Builder builder(AuthMethodId methodId) {
        return new Builder(methodId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(methodId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link AuthenticateRequest}; used by one thread. */
    public static final class Builder {

        private final AuthMethodId methodId;
        private @Nullable Meta meta;

        private Builder(AuthMethodId methodId) {
            this.methodId = Objects.requireNonNull(methodId, "methodId");
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
         * Returns the request.
         *
         * @return the request
         */
        public AuthenticateRequest build() {
            return new AuthenticateRequest(methodId, meta);
        }
    }
}
