// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a client can do for the agent; an agent calls nothing that is not advertised here.
 *
 * <p>Members that this version does not know are kept and written back.
 *
 * @param fs which file operations may be called
 * @param terminal whether the methods {@code terminal/*} may be called, all of them
 * @param session which updates beyond the basics may be sent; null means none
 * @param auth which ways to authenticate may be offered beyond those that the agent carries out
 * @param elicitation in which ways the user may be asked for information; null means in none
 * @param subagents whether sessions of subagents are understood; null means no
 * @param plan whether plans with ids are understood; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#client-capabilities">the specification</a>
 * @since 0.1.0
 */
public record ClientCapabilities(
        FileSystemCapabilities fs,
        boolean terminal,
        @Nullable ClientSessionCapabilities session,
        AuthCapabilities auth,
        @Nullable ElicitationCapabilities elicitation,
        @Unstable("subagents") @Nullable SubagentCapabilities subagents,
        @Unstable("plan-operations") @Nullable PlanCapabilities plan,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ClientCapabilities> CODEC = ObjectCodec.of("ClientCapabilities", type -> {
        var fs = type.isV2()
                ? type.<FileSystemCapabilities>absent(FileSystemCapabilities.NONE)
                : type.lenient("fs", FileSystemCapabilities.CODEC, new Get<>(0), FileSystemCapabilities.NONE);
        var terminal = type.isV2()
                ? type.<Boolean>absent(false)
                : type.lenient("terminal", Codecs.BOOLEAN, new Get<>(1), false);
        var session = type.isV2()
                ? type.<ClientSessionCapabilities>absent(null)
                : type.lenient("session", ClientSessionCapabilities.CODEC, new Get<>(2));
        var auth = type.isV2()
                ? type.lenientUnlessDefault("auth", AuthCapabilities.CODEC, new Get<>(3), AuthCapabilities.NONE)
                : type.lenient("auth", AuthCapabilities.CODEC, new Get<>(3), AuthCapabilities.NONE);
        var elicitation = type.lenient("elicitation", ElicitationCapabilities.CODEC, new Get<>(4));
        var subagents = type.isV2()
                ? type.<SubagentCapabilities>absent(null)
                : type.lenient("subagents", SubagentCapabilities.CODEC, new Get<>(5));
        var plan = type.isV2()
                ? type.<PlanCapabilities>absent(null)
                : type.lenient("plan", PlanCapabilities.CODEC, new Get<>(6));
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(7));
        type.extras(ClientCapabilities::extras);
        return new ObjectCodec.Maker<>() {
            @Override
            public ClientCapabilities make(Members in) {
                return new ClientCapabilities(
                        in.get(fs),
                        in.get(terminal),
                        in.find(session),
                        in.get(auth),
                        in.find(elicitation),
                        in.find(subagents),
                        in.find(plan),
                        in.find(meta),
                        in.extras());
            }
        };
    });

    /** Nothing advertised. */
    public static final ClientCapabilities NONE = new ClientCapabilities(
            FileSystemCapabilities.NONE, false, null, AuthCapabilities.NONE, null, null, null, null, Map.of());

    /** Checks that what is required is there and copies the unknown members. */
    public ClientCapabilities {
        Objects.requireNonNull(fs, "fs");
        Objects.requireNonNull(auth, "auth");
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<ClientCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(ClientCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.fs;
                case 1 -> value.terminal;
                case 2 -> value.session;
                case 3 -> value.auth;
                case 4 -> value.elicitation;
                case 5 -> value.subagents;
                case 6 -> value.plan;
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
        copy.fs = fs;
        copy.terminal = terminal;
        copy.session = session;
        copy.auth = auth;
        copy.elicitation = elicitation;
        copy.subagents = subagents;
        copy.plan = plan;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link ClientCapabilities}; used by one thread. */
    public static final class Builder {

        private FileSystemCapabilities fs = FileSystemCapabilities.NONE;
        private boolean terminal = false;
        private @Nullable ClientSessionCapabilities session;
        private AuthCapabilities auth = AuthCapabilities.NONE;
        private @Nullable ElicitationCapabilities elicitation;
        private @Nullable SubagentCapabilities subagents;
        private @Nullable PlanCapabilities plan;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets which file operations may be called.
         *
         * @param fs which file operations may be called
         * @return this
         */
        public Builder fs(FileSystemCapabilities fs) {
            this.fs = Objects.requireNonNull(fs, "fs");
            return this;
        }

        /**
         * Sets whether the methods {@code terminal/*} may be called, all of them.
         *
         * @param terminal whether the methods {@code terminal/*} may be called, all of them
         * @return this
         */
        public Builder terminal(boolean terminal) {
            this.terminal = terminal;
            return this;
        }

        /**
         * Sets which updates beyond the basics may be sent.
         *
         * @param session which updates beyond the basics may be sent; null means none
         * @return this
         */
        public Builder session(@Nullable ClientSessionCapabilities session) {
            this.session = session;
            return this;
        }

        /**
         * Sets which ways to authenticate may be offered beyond those that the agent carries out.
         *
         * @param auth which ways to authenticate may be offered beyond those that the agent carries out
         * @return this
         */
        public Builder auth(AuthCapabilities auth) {
            this.auth = Objects.requireNonNull(auth, "auth");
            return this;
        }

        /**
         * Sets in which ways the user may be asked for information.
         *
         * @param elicitation in which ways the user may be asked for information; null means in none
         * @return this
         */
        public Builder elicitation(@Nullable ElicitationCapabilities elicitation) {
            this.elicitation = elicitation;
            return this;
        }

        /**
         * Advertises that sessions of subagents are understood.
         *
         * @return this
         */
        @Unstable("subagents")
        public Builder subagents() {
            return subagents(SubagentCapabilities.SUPPORTED);
        }

        /**
         * Sets whether sessions of subagents are understood.
         *
         * @param subagents whether sessions of subagents are understood; null means no
         * @return this
         */
        @Unstable("subagents")
        public Builder subagents(@Nullable SubagentCapabilities subagents) {
            this.subagents = subagents;
            return this;
        }

        /**
         * Advertises that plans with ids are understood.
         *
         * @return this
         */
        @Unstable("plan-operations")
        public Builder plan() {
            return plan(PlanCapabilities.SUPPORTED);
        }

        /**
         * Sets whether plans with ids are understood.
         *
         * @param plan whether plans with ids are understood; null means no
         * @return this
         */
        @Unstable("plan-operations")
        public Builder plan(@Nullable PlanCapabilities plan) {
            this.plan = plan;
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
        public ClientCapabilities build() {
            return new ClientCapabilities(fs, terminal, session, auth, elicitation, subagents, plan, meta, extras);
        }
    }
}
