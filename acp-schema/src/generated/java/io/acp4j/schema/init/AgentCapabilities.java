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
 * What an agent can do; a client calls and sends nothing that is not advertised here.
 *
 * <p>Members that this version does not know are kept and written back.
 *
 * @param loadSession whether {@code session/load} may be called
 * @param promptCapabilities which kinds of content may be in prompts
 * @param mcpCapabilities which transports to MCP servers may be asked for
 * @param sessionCapabilities which methods about sessions may be called besides the basic ones
 * @param auth which methods about authentication may be called
 * @param providers whether the providers of models can be configured; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#agent-capabilities">the specification</a>
 * @since 0.1.0
 */
public record AgentCapabilities(
        boolean loadSession,
        PromptCapabilities promptCapabilities,
        McpCapabilities mcpCapabilities,
        SessionCapabilities sessionCapabilities,
        AgentAuthCapabilities auth,
        @Unstable("providers") @Nullable ProvidersCapabilities providers,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AgentCapabilities> CODEC = ObjectCodec.of("AgentCapabilities", type -> {
        if (type.isV2()) {
            return CapabilitiesOfVersion2.agent(type);
        }
        var loadSession = type.lenient("loadSession", Codecs.BOOLEAN, new Get<>(0), false);
        var promptCapabilities =
                type.lenient("promptCapabilities", PromptCapabilities.CODEC, new Get<>(1), PromptCapabilities.NONE);
        var mcpCapabilities =
                type.lenient("mcpCapabilities", McpCapabilities.CODEC, new Get<>(2), McpCapabilities.NONE);
        var sessionCapabilities =
                type.lenient("sessionCapabilities", SessionCapabilities.CODEC, new Get<>(3), SessionCapabilities.NONE);
        var auth = type.lenient("auth", AgentAuthCapabilities.CODEC, new Get<>(4), AgentAuthCapabilities.NONE);
        var providers = type.lenient("providers", ProvidersCapabilities.CODEC, new Get<>(5));
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(6));
        type.extras(AgentCapabilities::extras);
        return new ObjectCodec.Maker<>() {
            @Override
            public AgentCapabilities make(Members in) {
                return new AgentCapabilities(
                        in.get(loadSession),
                        in.get(promptCapabilities),
                        in.get(mcpCapabilities),
                        in.get(sessionCapabilities),
                        in.get(auth),
                        in.find(providers),
                        in.find(meta),
                        in.extras());
            }
        };
    });

    /** Nothing advertised. */
    public static final AgentCapabilities NONE = new AgentCapabilities(
            false,
            PromptCapabilities.NONE,
            McpCapabilities.NONE,
            SessionCapabilities.NONE,
            AgentAuthCapabilities.NONE,
            null,
            null,
            Map.of());

    /** Checks that what is required is there and copies the unknown members. */
    public AgentCapabilities {
        Objects.requireNonNull(promptCapabilities, "promptCapabilities");
        Objects.requireNonNull(mcpCapabilities, "mcpCapabilities");
        Objects.requireNonNull(sessionCapabilities, "sessionCapabilities");
        Objects.requireNonNull(auth, "auth");
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<AgentCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(AgentCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.loadSession;
                case 1 -> value.promptCapabilities;
                case 2 -> value.mcpCapabilities;
                case 3 -> value.sessionCapabilities;
                case 4 -> value.auth;
                case 5 -> value.providers;
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
        copy.loadSession = loadSession;
        copy.promptCapabilities = promptCapabilities;
        copy.mcpCapabilities = mcpCapabilities;
        copy.sessionCapabilities = sessionCapabilities;
        copy.auth = auth;
        copy.providers = providers;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link AgentCapabilities}; used by one thread. */
    public static final class Builder {

        private boolean loadSession = false;
        private PromptCapabilities promptCapabilities = PromptCapabilities.NONE;
        private McpCapabilities mcpCapabilities = McpCapabilities.NONE;
        private SessionCapabilities sessionCapabilities = SessionCapabilities.NONE;
        private AgentAuthCapabilities auth = AgentAuthCapabilities.NONE;
        private @Nullable ProvidersCapabilities providers;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets whether {@code session/load} may be called.
         *
         * @param loadSession whether {@code session/load} may be called
         * @return this
         */
        public Builder loadSession(boolean loadSession) {
            this.loadSession = loadSession;
            return this;
        }

        /**
         * Sets which kinds of content may be in prompts.
         *
         * @param promptCapabilities which kinds of content may be in prompts
         * @return this
         */
        public Builder promptCapabilities(PromptCapabilities promptCapabilities) {
            this.promptCapabilities = Objects.requireNonNull(promptCapabilities, "promptCapabilities");
            return this;
        }

        /**
         * Sets which transports to MCP servers may be asked for.
         *
         * @param mcpCapabilities which transports to MCP servers may be asked for
         * @return this
         */
        public Builder mcpCapabilities(McpCapabilities mcpCapabilities) {
            this.mcpCapabilities = Objects.requireNonNull(mcpCapabilities, "mcpCapabilities");
            return this;
        }

        /**
         * Sets which methods about sessions may be called besides the basic ones.
         *
         * @param sessionCapabilities which methods about sessions may be called besides the basic ones
         * @return this
         */
        public Builder sessionCapabilities(SessionCapabilities sessionCapabilities) {
            this.sessionCapabilities = Objects.requireNonNull(sessionCapabilities, "sessionCapabilities");
            return this;
        }

        /**
         * Sets which methods about authentication may be called.
         *
         * @param auth which methods about authentication may be called
         * @return this
         */
        public Builder auth(AgentAuthCapabilities auth) {
            this.auth = Objects.requireNonNull(auth, "auth");
            return this;
        }

        /**
         * Advertises that the providers of models can be configured.
         *
         * @return this
         */
        @Unstable("providers")
        public Builder providers() {
            return providers(ProvidersCapabilities.SUPPORTED);
        }

        /**
         * Sets whether the providers of models can be configured.
         *
         * @param providers whether the providers of models can be configured; null means no
         * @return this
         */
        @Unstable("providers")
        public Builder providers(@Nullable ProvidersCapabilities providers) {
            this.providers = providers;
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
        public AgentCapabilities build() {
            return new AgentCapabilities(
                    loadSession,
                    promptCapabilities,
                    mcpCapabilities,
                    sessionCapabilities,
                    auth,
                    providers,
                    meta,
                    extras);
        }
    }
}
