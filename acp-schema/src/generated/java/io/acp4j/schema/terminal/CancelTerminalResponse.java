// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the end of a terminal's command was taken up.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/terminals">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record CancelTerminalResponse(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<CancelTerminalResponse> CODEC = ObjectCodec.of("CancelTerminalResponse", type -> {
        type.nullMeansEmpty();
        var meta = type.lenient("_meta", Meta.CODEC, CancelTerminalResponse::meta);
        return in -> new CancelTerminalResponse(in.find(meta));
    });

    /** A response without extra data. */
    public static final CancelTerminalResponse EMPTY = new CancelTerminalResponse(null);

    /**
     * Starts a response, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CancelTerminalResponse}; used by one thread. */
    public static final class Builder {

        private @Nullable Meta meta;

        private Builder() {}

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
         * Returns the response.
         *
         * @return the response
         */
        public CancelTerminalResponse build() {
            return new CancelTerminalResponse(meta);
        }
    }
}
