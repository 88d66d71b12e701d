// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the user to fill in a form; never for passwords and other secrets. Only for clients that advertise {@code
 * elicitation.form}.
 *
 * @param scope what the question belongs to
 * @param message what is asked, for people
 * @param requestedSchema the fields of the form
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record FormElicitationRequest(
        ElicitationScope scope,
        String message,
        ElicitationSchema requestedSchema,
        @Nullable Meta meta) implements CreateElicitationRequest {

    /** Reads and writes the object, without the discriminator that {@link CreateElicitationRequest#CODEC} adds. */
    public static final ObjectCodec<FormElicitationRequest> CODEC = ObjectCodec.of("ElicitationFormMode", type -> {
        var scope = ScopeMembers.of(type, FormElicitationRequest::scope);
        var message = type.required("message", Codecs.STRING, FormElicitationRequest::message);
        var requestedSchema =
                type.required("requestedSchema", ElicitationSchema.CODEC, FormElicitationRequest::requestedSchema);
        var meta = type.lenient("_meta", Meta.CODEC, FormElicitationRequest::meta);
        return in ->
                new FormElicitationRequest(scope.read(in), in.get(message), in.get(requestedSchema), in.find(meta));
    });

    /** Checks that what is required is there. */
    public FormElicitationRequest {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(requestedSchema, "requestedSchema");
    }

    /**
     * Returns a request with what is required.
     *
     * @param scope what the question belongs to
     * @param message what is asked, for people
     * @param requestedSchema the fields of the form
     * @return the request
     */
    public static FormElicitationRequest of(ElicitationScope scope, String message, ElicitationSchema requestedSchema) {
        return new FormElicitationRequest(scope, message, requestedSchema, null);
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
     * @param requestedSchema the fields of the form
     * @return the builder
     */
    public static Builder builder(ElicitationScope scope, String message, ElicitationSchema requestedSchema) {
        return new Builder(scope, message, requestedSchema);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(scope, message, requestedSchema);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link FormElicitationRequest}; used by one thread. */
    public static final class Builder {

        private final ElicitationScope scope;
        private final String message;
        private final ElicitationSchema requestedSchema;
        private @Nullable Meta meta;

        private Builder(ElicitationScope scope, String message, ElicitationSchema requestedSchema) {
            this.scope = Objects.requireNonNull(scope, "scope");
            this.message = Objects.requireNonNull(message, "message");
            this.requestedSchema = Objects.requireNonNull(requestedSchema, "requestedSchema");
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
        public FormElicitationRequest build() {
            return new FormElicitationRequest(scope, message, requestedSchema, meta);
        }
    }
}
