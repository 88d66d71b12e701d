// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * It works.
 *
 * @param background what runs besides, all of it; null when the agent does not report that
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/subagents#current-work-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record RunningStateUpdate(
        @Unstable("protocol-version-2") @Nullable List<BackgroundWork> background,
        @Nullable Meta meta) implements StateUpdate {

    /** Reads and writes the object, without the discriminator that {@link StateUpdate#CODEC} adds. */
    public static final ObjectCodec<RunningStateUpdate> CODEC = ObjectCodec.of("RunningStateUpdate", type -> {
        var background = type.isV2()
                ? type.nullableLenientList("background", BackgroundWork.CODEC, RunningStateUpdate::background)
                : type.<List<BackgroundWork>>absent(null);
        var meta = type.lenient("_meta", Meta.CODEC, RunningStateUpdate::meta);
        return in -> new RunningStateUpdate(in.find(background), in.find(meta));
    });

    /** Without extra data. */
    public static final RunningStateUpdate EMPTY = new RunningStateUpdate(null, null);

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
        copy.background = background;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link RunningStateUpdate}; used by one thread. */
    public static final class Builder {

        private @Nullable List<BackgroundWork> background;
        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Sets what runs besides, all of it.
         *
         * @param background what runs besides, all of it; null when the agent does not report that
         * @return this
         */
        @Unstable("protocol-version-2")
        public Builder background(@Nullable List<BackgroundWork> background) {
            this.background = background;
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
        public RunningStateUpdate build() {
            return new RunningStateUpdate(background, meta);
        }
    }
}
