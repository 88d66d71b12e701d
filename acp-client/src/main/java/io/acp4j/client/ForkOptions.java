package io.acp4j.client;

import io.acp4j.process.PlatformEncoding;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.BranchLabels;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options of a fork; immutable.
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
    private final boolean historyAsPrompt;

    private ForkOptions(Builder builder) {
        this.label = builder.label;
        this.idempotencyKey = builder.idempotencyKey;
        this.cwd = builder.cwd;
        this.listener = builder.listener;
        this.meta = builder.meta;
        this.historyAsPrompt = builder.historyAsPrompt;
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
     * Returns a builder that holds these values.
     *
     * @return a new builder
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.label = label;
        copy.idempotencyKey = idempotencyKey;
        copy.cwd = cwd;
        copy.listener = listener;
        copy.meta = meta;
        copy.historyAsPrompt = historyAsPrompt;
        return copy;
    }

    /**
     * Returns options with a label.
     *
     * @param label the label, see {@link Builder#label}
     * @return the options
     */
    public static ForkOptions labelled(String label) {
        return builder().label(label).build();
    }

    /**
     * Returns the label of the fork for display.
     *
     * @return the label; null for none
     */
    public @Nullable String label() {
        return label;
    }

    /**
     * Returns the key by which the agent knows a repetition of the request.
     *
     * @return the key; null for none
     */
    public @Nullable String idempotencyKey() {
        return idempotencyKey;
    }

    /**
     * Returns the working directory of the fork.
     *
     * @return an absolute path; null for that of the source
     */
    public @Nullable String cwd() {
        return cwd;
    }

    /**
     * Returns the listener to the updates of the fork.
     *
     * @return the listener; null for none
     */
    public @Nullable UpdateListener listener() {
        return listener;
    }

    /**
     * Returns the extra data of the request.
     *
     * @return the data; null for none
     */
    public @Nullable Meta meta() {
        return meta;
    }

    /**
     * Returns whether a session that agents cannot make otherwise is begun with the history as a prompt.
     *
     * @return true when that is allowed
     */
    public boolean historyAsPrompt() {
        return historyAsPrompt;
    }

    /** Collects options; used by one thread. */
    public static final class Builder {

        private @Nullable String label;
        private @Nullable String idempotencyKey;
        private @Nullable String cwd;
        private @Nullable UpdateListener listener;
        private @Nullable Meta meta;
        private boolean historyAsPrompt;

        private Builder() {}

        /**
         * Sets the name of the branch for people.
         *
         * @param name one line of at most 1,000 characters; left out at agents that do not advertise labels
         * @return this
         * @throws IllegalArgumentException when the name is blank, too long, or has line breaks or characters that cannot be
         *     seen
         */
        public Builder label(String name) {
            this.label = BranchLabels.require(name);
            return this;
        }

        /**
         * Makes the request safe to repeat: the agent responds to a second one of the same key with the session that it made for
         * the first.
         *
         * @param key a name for the request that no other one has; agents that do not advertise
         *     {@link io.acp4j.schema.branching.ForkDetails} are not asked
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
         * @throws IllegalArgumentException if a name in the path is invalid in the encoding of this JVM's locale, so that its text denotes
         *     another directory
         */
        public Builder cwd(Path directory) {
            PlatformEncoding.ofThisSystem().requireText(directory, "cwd");
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
         * Allows edits and other responses with an agent that cannot fork. They are made in a new session, whose first prompt begins with
         * the text of the conversation so far. The agent then loses its memory of tool calls and thoughts, so this is disabled by default.
         * {@link SessionForks#mechanism} reports whether a session was created in this way.
         *
         * @param allowed true to allow it
         * @return this
         */
        public Builder historyAsPrompt(boolean allowed) {
            this.historyAsPrompt = allowed;
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
