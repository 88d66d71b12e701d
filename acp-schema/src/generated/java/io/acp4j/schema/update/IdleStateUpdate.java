// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.prompt.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * It waits for the next prompt.
 *
 * @param stopReason why it stopped, {@link #ERROR} among them; null when not told
 * @param error what failed, when it stopped with an error; null when not told
 * @param usage how many tokens its work took; null when not told
 * @param background what runs besides, all of it; null when the agent does not report that
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/subagents#current-work-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record IdleStateUpdate(
        @Nullable StopReason stopReason,
        @Nullable ErrorObject error,
        @Nullable Usage usage,
        @Unstable("protocol-version-2") @Nullable List<BackgroundWork> background,
        @Nullable Meta meta)
        implements StateUpdate {

    /** Reads and writes the object, without the discriminator that {@link StateUpdate#CODEC} adds. */
    public static final ObjectCodec<IdleStateUpdate> CODEC = ObjectCodec.of("IdleStateUpdate", type -> {
        var stopReason = type.lenient("stopReason", StopReason.CODEC, IdleStateUpdate::stopReason);
        var error = type.lenient("error", ErrorObject.CODEC, IdleStateUpdate::error);
        var usage = type.lenient("usage", Usage.CODEC, IdleStateUpdate::usage);
        var background = type.isV2()
                ? type.nullableLenientList("background", BackgroundWork.CODEC, IdleStateUpdate::background)
                : type.<List<BackgroundWork>>absent(null);
        var meta = type.lenient("_meta", Meta.CODEC, IdleStateUpdate::meta);
        return in -> new IdleStateUpdate(
                in.find(stopReason), in.find(error), in.find(usage), in.find(background), in.find(meta));
    });

    /** It failed; the other reasons are those of turns. */
    public static final StopReason ERROR = new StopReason("error");

    /**
     * Returns a state of work that ended.
     *
     * @param stopReason why it stopped
     * @return the value
     */
    public static IdleStateUpdate of(StopReason stopReason) {
        return new IdleStateUpdate(stopReason, null, null, null, null);
    }

    /**
     * Returns a state of work that failed.
     *
     * @param error what failed
     * @return the value
     */
    public static IdleStateUpdate failed(ErrorObject error) {
        return new IdleStateUpdate(ERROR, error, null, null, null);
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
        copy.stopReason = stopReason;
        copy.error = error;
        copy.usage = usage;
        copy.background = background;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link IdleStateUpdate}; used by one thread. */
    public static final class Builder {

        private @Nullable StopReason stopReason;
        private @Nullable ErrorObject error;
        private @Nullable Usage usage;
        private @Nullable List<BackgroundWork> background;
        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Sets why it stopped, {@link #ERROR} among them.
         *
         * @param stopReason why it stopped, {@link #ERROR} among them; null when not told
         * @return this
         */
        public Builder stopReason(@Nullable StopReason stopReason) {
            this.stopReason = stopReason;
            return this;
        }

        /**
         * Sets what failed, when it stopped with an error.
         *
         * @param error what failed, when it stopped with an error; null when not told
         * @return this
         */
        public Builder error(@Nullable ErrorObject error) {
            this.error = error;
            return this;
        }

        /**
         * Sets how many tokens its work took.
         *
         * @param usage how many tokens its work took; null when not told
         * @return this
         */
        public Builder usage(@Nullable Usage usage) {
            this.usage = usage;
            return this;
        }

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
        public IdleStateUpdate build() {
            return new IdleStateUpdate(stopReason, error, usage, background, meta);
        }
    }
}
