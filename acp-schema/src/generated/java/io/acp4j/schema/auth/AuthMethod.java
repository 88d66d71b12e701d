// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.UnionCodec;
import io.acp4j.schema.json.WireVersion;
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

    /** Reads and writes any kind, told apart by {@code type}; without it, it is {@link AuthMethodAgent}. */
    UnionCodec<AuthMethod> CODEC = UnionCodec.<AuthMethod>on("type")
            .variant(WireVersion.V1, "", AuthMethodAgent.class, () -> AuthMethodAgent.CODEC)
            .variant("agent", AuthMethodAgent.class, () -> AuthMethodAgent.CODEC)
            .variant("terminal", AuthMethodTerminal.class, () -> AuthMethodTerminal.CODEC)
            .unknown(
                    UnknownAuthMethod.class,
                    UnknownAuthMethod::of,
                    UnknownAuthMethod::ofVersion2,
                    UnknownAuthMethod::raw);

    /**
     * Returns its id.
     *
     * @return its id
     */
    AuthMethodId id();

    /**
     * Returns its name.
     *
     * @return its name
     */
    String name();

    /**
     * Returns the explanation; null when there is none.
     *
     * @return the explanation; null when there is none
     */
    @Nullable
    String description();

    /**
     * Returns the data; null when there is none.
     *
     * @return the data; null when there is none
     */
    @Nullable
    Meta meta();
}
