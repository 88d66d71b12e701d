// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call, with what is known of it.
 *
 * @param toolCall the call, to be applied before the user is asked
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#requesting-permission">the
 *     specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record ToolCallPermissionSubject(
        ToolCallUpdate toolCall, @Nullable Meta meta) implements RequestPermissionSubject {

    /** Reads and writes the object, without the discriminator that {@link RequestPermissionSubject#CODEC} adds. */
    public static final ObjectCodec<ToolCallPermissionSubject> CODEC =
            ObjectCodec.of("ToolCallPermissionSubject", type -> {
                var toolCall = type.required("toolCall", ToolCallUpdate.CODEC, ToolCallPermissionSubject::toolCall);
                var meta = type.lenient("_meta", Meta.CODEC, ToolCallPermissionSubject::meta);
                return in -> new ToolCallPermissionSubject(in.get(toolCall), in.find(meta));
            });

    /** Checks that what is required is there. */
    public ToolCallPermissionSubject {
        Objects.requireNonNull(toolCall, "toolCall");
    }

    /**
     * Returns a value with what is required.
     *
     * @param toolCall the call, to be applied before the user is asked
     * @return the value
     */
    public static ToolCallPermissionSubject of(ToolCallUpdate toolCall) {
        return new ToolCallPermissionSubject(toolCall, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param toolCall the call, to be applied before the user is asked
     * @return the builder
     */
    public static Builder builder(ToolCallUpdate toolCall) {
        return new Builder(toolCall);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(toolCall);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ToolCallPermissionSubject}; used by one thread. */
    public static final class Builder {

        private final ToolCallUpdate toolCall;
        private @Nullable Meta meta;

        private Builder(ToolCallUpdate toolCall) {
            this.toolCall = Objects.requireNonNull(toolCall, "toolCall");
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
        public ToolCallPermissionSubject build() {
            return new ToolCallPermissionSubject(toolCall, meta);
        }
    }
}
