package io.acp4j.client.fork;

import io.acp4j.client.UpdateListener;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says how a fork is made; immutable.
 *
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public final class ForkOptions {

    /** Nothing special: the same directory, no label. */
    public static final ForkOptions DEFAULT = builder().build();

    private final @Nullable String label;
    private final @Nullable String idempotencyKey;
    private final @Nullable String cwd;
    private final @Nullable UpdateListener listener;
    private final @Nullable Meta meta;

    private ForkOptions(Builder builder) {
        this.label = builder.label;
        this.idempotencyKey = builder.idempotencyKey;
        this.cwd = builder.cwd;
        this.listener = builder.listener;
        this.meta = builder.meta;
    }

    /**
     * Starts with nothing special.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Gives the branch a name for people.
     *
     * @param label the name
     * @return the options
     */
    public static ForkOptions labelled(String label) {
        return builder().label(label).build();
    }

    @Nullable
    String label() {
        return label;
    }

    @Nullable
    String idempotencyKey() {
        return idempotencyKey;
    }

    @Nullable
    String cwd() {
        return cwd;
    }

    @Nullable
    UpdateListener listener() {
        return listener;
    }

    @Nullable
    Meta meta() {
        return meta;
    }

    /** Collects options; used by one thread. */
    public static final class Builder {

        private @Nullable String label;
        private @Nullable String idempotencyKey;
        private @Nullable String cwd;
        private @Nullable UpdateListener listener;
        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Gives the branch a name for people.
         *
         * @param name the name; agents that do not advertise labels are not asked
         * @return this
         */
        public Builder label(String name) {
            this.label = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Makes the request safe to repeat: the agent answers a second one of the same key with the session that it made for
         * the first.
         *
         * @param key a name for the request that no other one has; agents that do not advertise
         *     {@link io.acp4j.schema.v1.branch.ForkDetails} are not asked
         * @return this
         */
        public Builder idempotencyKey(String key) {
            this.idempotencyKey = Objects.requireNonNull(key, "key");
            return this;
        }

        /**
         * Lets the fork work in another directory.
         *
         * @param directory the directory; a relative path counts from this program's
         * @return this
         */
        public Builder cwd(Path directory) {
            this.cwd = directory.toAbsolutePath().toString();
            return this;
        }

        /**
         * Adds a listener to the fork.
         *
         * @param updates takes its updates, from the very first on
         * @return this
         */
        public Builder listener(UpdateListener updates) {
            this.listener = Objects.requireNonNull(updates, "updates");
            return this;
        }

        /**
         * Adds metadata to the request.
         *
         * @param extra the metadata
         * @return this
         */
        public Builder meta(Meta extra) {
            this.meta = Objects.requireNonNull(extra, "extra");
            return this;
        }

        /**
         * Makes the options.
         *
         * @return the options
         */
        public ForkOptions build() {
            return new ForkOptions(this);
        }
    }
}
