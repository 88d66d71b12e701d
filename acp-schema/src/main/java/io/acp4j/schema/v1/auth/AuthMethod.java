package io.acp4j.schema.v1.auth;

import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.UnionCodec;
import org.jspecify.annotations.Nullable;

/**
 * One way to authenticate that an agent offers.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownAuthMethod} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#authentication-method-types">the
 *     specification</a>
 * @since 0.1.0
 */
public sealed interface AuthMethod permits AuthMethodAgent, AuthMethodTerminal, UnknownAuthMethod {

    /** Reads and writes any kind of method, told apart by {@code type}; without one, the agent handles it. */
    JsonCodec<AuthMethod> CODEC = UnionCodec.<AuthMethod>on("type")
            .untagged(AuthMethodAgent.class, () -> AuthMethodAgent.CODEC)
            .variant("agent", AuthMethodAgent.class, () -> AuthMethodAgent.CODEC)
            .variant("terminal", AuthMethodTerminal.class, () -> AuthMethodTerminal.CODEC)
            .unknown(UnknownAuthMethod.class, UnknownAuthMethod::of, UnknownAuthMethod::raw);

    /**
     * Names the method.
     *
     * @return its id
     */
    AuthMethodId id();

    /**
     * Names the method for people.
     *
     * @return its name
     */
    String name();

    /**
     * Explains the method to people.
     *
     * @return the explanation; null when there is none
     */
    @Nullable
    String description();

    /**
     * Gives extra data.
     *
     * @return the data; null when there is none
     */
    @Nullable
    Meta meta();
}
