// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the user to visit a web page; acceptance means that they agree to, not that they have. Only for clients that
 * advertise {@code elicitation.url}.
 *
 * @param scope what the question belongs to
 * @param message what is asked, for people
 * @param elicitationId names the elicitation for {@link CompleteElicitationNotification}
 * @param url the address of the page; holds no secrets
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#url-mode">the specification</a>
 * @since 0.1.0
 */
public record UrlElicitationRequest(
        ElicitationScope scope,
        String message,
        ElicitationId elicitationId,
        String url,
        @Nullable Meta meta) implements CreateElicitationRequest {

    /** Reads and writes the object, without the discriminator that {@link CreateElicitationRequest#CODEC} adds. */
    public static final ObjectCodec<UrlElicitationRequest> CODEC = ObjectCodec.of("ElicitationUrlMode", type -> {
        var scope = ScopeMembers.of(type, UrlElicitationRequest::scope);
        var message = type.required("message", Codecs.STRING, UrlElicitationRequest::message);
        var elicitationId = type.required("elicitationId", ElicitationId.CODEC, UrlElicitationRequest::elicitationId);
        var url = type.required("url", Codecs.STRING, UrlElicitationRequest::url);
        var meta = type.lenient("_meta", Meta.CODEC, UrlElicitationRequest::meta);
        return in -> new UrlElicitationRequest(
                scope.read(in), in.get(message), in.get(elicitationId), in.get(url), in.find(meta));
    });

    /** Checks that what is required is there. */
    public UrlElicitationRequest {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(elicitationId, "elicitationId");
        Objects.requireNonNull(url, "url");
    }

    /**
     * Returns a request with what is required.
     *
     * @param scope what the question belongs to
     * @param message what is asked, for people
     * @param elicitationId names the elicitation for {@link CompleteElicitationNotification}
     * @param url the address of the page; holds no secrets
     * @return the request
     */
    public static UrlElicitationRequest of(
            ElicitationScope scope, String message, ElicitationId elicitationId, String url) {
        return new UrlElicitationRequest(scope, message, elicitationId, url, null);
    }

    @Override
    public @Nullable SessionId sessionId() {
        return scope.sessionId();
    }

    /**
     * Starts a request with what is required.
     *
     * @param scope what the question belongs to
     * @param message what is asked, for people
     * @param elicitationId names the elicitation for {@link CompleteElicitationNotification}
     * @param url the address of the page; holds no secrets
     * @return the builder
     */
    public static Builder builder(ElicitationScope scope, String message, ElicitationId elicitationId, String url) {
        return new Builder(scope, message, elicitationId, url);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(scope, message, elicitationId, url);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link UrlElicitationRequest}; used by one thread. */
    public static final class Builder {

        private final ElicitationScope scope;
        private final String message;
        private final ElicitationId elicitationId;
        private final String url;
        private @Nullable Meta meta;

        private Builder(ElicitationScope scope, String message, ElicitationId elicitationId, String url) {
            this.scope = Objects.requireNonNull(scope, "scope");
            this.message = Objects.requireNonNull(message, "message");
            this.elicitationId = Objects.requireNonNull(elicitationId, "elicitationId");
            this.url = Objects.requireNonNull(url, "url");
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
        public UrlElicitationRequest build() {
            return new UrlElicitationRequest(scope, message, elicitationId, url, meta);
        }
    }
}
