// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an agent can do with sessions besides creating and prompting them.
 *
 * <p>Members that this version does not know are kept and written back.
 *
 * @param list whether sessions can be listed; null means no
 * @param delete whether sessions can be deleted; null means no
 * @param additionalDirectories whether sessions can have additional directories; null means no
 * @param fork whether and how sessions can be forked; null means not at all
 * @param resume whether sessions can be resumed without a replay; null means no
 * @param close whether sessions can be closed; null means no
 * @param systemPrompt whether and how sessions can be given instructions; null means not at all
 * @param archive whether sessions can be archived; null means no
 * @param status whether it reports which sessions are in memory; null means no
 * @param title whether sessions can be given titles; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#session-capabilities">the specification</a>
 * @since 0.1.0
 */
public record SessionCapabilities(
        @Nullable SessionListCapabilities list,
        @Nullable SessionDeleteCapabilities delete,
        @Nullable SessionAdditionalDirectoriesCapabilities additionalDirectories,
        @Unstable("session-fork") @Nullable SessionForkCapabilities fork,
        @Nullable SessionResumeCapabilities resume,
        @Nullable SessionCloseCapabilities close,
        @Unstable("system-prompt") @Nullable SessionSystemPromptCapabilities systemPrompt,
        @Unstable("session-archive") @Nullable SessionArchiveCapabilities archive,
        @Unstable("session-status") @Nullable SessionStatusCapabilities status,
        @Unstable("session-title") @Nullable SessionTitleCapabilities title,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionCapabilities> CODEC = ObjectCodec.of("SessionCapabilities", type -> {
        if (type.isV2()) {
            return CapabilitiesOfVersion2.session(type);
        }
        var list = type.lenient("list", SessionListCapabilities.CODEC, new Get<>(0));
        var delete = type.lenient("delete", SessionDeleteCapabilities.CODEC, new Get<>(1));
        var additionalDirectories =
                type.lenient("additionalDirectories", SessionAdditionalDirectoriesCapabilities.CODEC, new Get<>(2));
        var fork = type.lenient("fork", SessionForkCapabilities.CODEC, new Get<>(3));
        var resume = type.lenient("resume", SessionResumeCapabilities.CODEC, new Get<>(4));
        var close = type.lenient("close", SessionCloseCapabilities.CODEC, new Get<>(5));
        var systemPrompt = type.lenient("systemPrompt", SessionSystemPromptCapabilities.CODEC, new Get<>(6));
        var archive = type.lenient("archive", SessionArchiveCapabilities.CODEC, new Get<>(7));
        var status = type.lenient("status", SessionStatusCapabilities.CODEC, new Get<>(8));
        var title = type.lenient("title", SessionTitleCapabilities.CODEC, new Get<>(9));
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(10));
        type.extras(SessionCapabilities::extras);
        return new ObjectCodec.Maker<>() {
            @Override
            public SessionCapabilities make(Members in) {
                return new SessionCapabilities(
                        in.find(list),
                        in.find(delete),
                        in.find(additionalDirectories),
                        in.find(fork),
                        in.find(resume),
                        in.find(close),
                        in.find(systemPrompt),
                        in.find(archive),
                        in.find(status),
                        in.find(title),
                        in.find(meta),
                        in.extras());
            }
        };
    });

    /** Nothing advertised. */
    public static final SessionCapabilities NONE =
            new SessionCapabilities(null, null, null, null, null, null, null, null, null, null, null, Map.of());

    /** Copies the unknown members. */
    public SessionCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<SessionCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(SessionCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.list;
                case 1 -> value.delete;
                case 2 -> value.additionalDirectories;
                case 3 -> value.fork;
                case 4 -> value.resume;
                case 5 -> value.close;
                case 6 -> value.systemPrompt;
                case 7 -> value.archive;
                case 8 -> value.status;
                case 9 -> value.title;
                default -> value.meta;
            };
            return (V) found;
        }
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
        copy.list = list;
        copy.delete = delete;
        copy.additionalDirectories = additionalDirectories;
        copy.fork = fork;
        copy.resume = resume;
        copy.close = close;
        copy.systemPrompt = systemPrompt;
        copy.archive = archive;
        copy.status = status;
        copy.title = title;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link SessionCapabilities}; used by one thread. */
    public static final class Builder {

        private @Nullable SessionListCapabilities list;
        private @Nullable SessionDeleteCapabilities delete;
        private @Nullable SessionAdditionalDirectoriesCapabilities additionalDirectories;
        private @Nullable SessionForkCapabilities fork;
        private @Nullable SessionResumeCapabilities resume;
        private @Nullable SessionCloseCapabilities close;
        private @Nullable SessionSystemPromptCapabilities systemPrompt;
        private @Nullable SessionArchiveCapabilities archive;
        private @Nullable SessionStatusCapabilities status;
        private @Nullable SessionTitleCapabilities title;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Advertises that sessions can be listed.
         *
         * @return this
         */
        public Builder list() {
            return list(SessionListCapabilities.SUPPORTED);
        }

        /**
         * Sets whether sessions can be listed.
         *
         * @param list whether sessions can be listed; null means no
         * @return this
         */
        public Builder list(@Nullable SessionListCapabilities list) {
            this.list = list;
            return this;
        }

        /**
         * Advertises that sessions can be deleted.
         *
         * @return this
         */
        public Builder delete() {
            return delete(SessionDeleteCapabilities.SUPPORTED);
        }

        /**
         * Sets whether sessions can be deleted.
         *
         * @param delete whether sessions can be deleted; null means no
         * @return this
         */
        public Builder delete(@Nullable SessionDeleteCapabilities delete) {
            this.delete = delete;
            return this;
        }

        /**
         * Advertises that sessions can have additional directories.
         *
         * @return this
         */
        public Builder additionalDirectories() {
            return additionalDirectories(SessionAdditionalDirectoriesCapabilities.SUPPORTED);
        }

        /**
         * Sets whether sessions can have additional directories.
         *
         * @param additionalDirectories whether sessions can have additional directories; null means no
         * @return this
         */
        public Builder additionalDirectories(@Nullable SessionAdditionalDirectoriesCapabilities additionalDirectories) {
            this.additionalDirectories = additionalDirectories;
            return this;
        }

        /**
         * Advertises that and how sessions can be forked.
         *
         * @return this
         */
        @Unstable("session-fork")
        public Builder fork() {
            return fork(SessionForkCapabilities.SUPPORTED);
        }

        /**
         * Sets whether and how sessions can be forked.
         *
         * @param fork whether and how sessions can be forked; null means not at all
         * @return this
         */
        @Unstable("session-fork")
        public Builder fork(@Nullable SessionForkCapabilities fork) {
            this.fork = fork;
            return this;
        }

        /**
         * Advertises that sessions can be resumed without a replay.
         *
         * @return this
         */
        public Builder resume() {
            return resume(SessionResumeCapabilities.SUPPORTED);
        }

        /**
         * Sets whether sessions can be resumed without a replay.
         *
         * @param resume whether sessions can be resumed without a replay; null means no
         * @return this
         */
        public Builder resume(@Nullable SessionResumeCapabilities resume) {
            this.resume = resume;
            return this;
        }

        /**
         * Advertises that sessions can be closed.
         *
         * @return this
         */
        public Builder close() {
            return close(SessionCloseCapabilities.SUPPORTED);
        }

        /**
         * Sets whether sessions can be closed.
         *
         * @param close whether sessions can be closed; null means no
         * @return this
         */
        public Builder close(@Nullable SessionCloseCapabilities close) {
            this.close = close;
            return this;
        }

        /**
         * Advertises that and how sessions can be given instructions.
         *
         * @return this
         */
        @Unstable("system-prompt")
        public Builder systemPrompt() {
            return systemPrompt(SessionSystemPromptCapabilities.SUPPORTED);
        }

        /**
         * Sets whether and how sessions can be given instructions.
         *
         * @param systemPrompt whether and how sessions can be given instructions; null means not at all
         * @return this
         */
        @Unstable("system-prompt")
        public Builder systemPrompt(@Nullable SessionSystemPromptCapabilities systemPrompt) {
            this.systemPrompt = systemPrompt;
            return this;
        }

        /**
         * Advertises that sessions can be archived.
         *
         * @return this
         */
        @Unstable("session-archive")
        public Builder archive() {
            return archive(SessionArchiveCapabilities.SUPPORTED);
        }

        /**
         * Sets whether sessions can be archived.
         *
         * @param archive whether sessions can be archived; null means no
         * @return this
         */
        @Unstable("session-archive")
        public Builder archive(@Nullable SessionArchiveCapabilities archive) {
            this.archive = archive;
            return this;
        }

        /**
         * Advertises that it reports which sessions are in memory.
         *
         * @return this
         */
        @Unstable("session-status")
        public Builder status() {
            return status(SessionStatusCapabilities.SUPPORTED);
        }

        /**
         * Sets whether it reports which sessions are in memory.
         *
         * @param status whether it reports which sessions are in memory; null means no
         * @return this
         */
        @Unstable("session-status")
        public Builder status(@Nullable SessionStatusCapabilities status) {
            this.status = status;
            return this;
        }

        /**
         * Advertises that sessions can be given titles.
         *
         * @return this
         */
        @Unstable("session-title")
        public Builder title() {
            return title(SessionTitleCapabilities.SUPPORTED);
        }

        /**
         * Sets whether sessions can be given titles.
         *
         * @param title whether sessions can be given titles; null means no
         * @return this
         */
        @Unstable("session-title")
        public Builder title(@Nullable SessionTitleCapabilities title) {
            this.title = title;
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
         * Adds a member that this version does not know.
         *
         * @param name its name
         * @param value its value, converted by {@link RawJson#of}
         * @return this
         */
        public Builder extra(String name, @Nullable Object value) {
            extras.put(name, RawJson.of(value));
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public SessionCapabilities build() {
            return new SessionCapabilities(
                    list,
                    delete,
                    additionalDirectories,
                    fork,
                    resume,
                    close,
                    systemPrompt,
                    archive,
                    status,
                    title,
                    meta,
                    extras);
        }
    }
}
