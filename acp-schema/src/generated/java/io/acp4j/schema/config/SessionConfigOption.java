// Written by build-support/write-types from src/protocol/config.yaml: change that, not this.
package io.acp4j.schema.config;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.json.UnionCodec;
import org.jspecify.annotations.Nullable;

/**
 * An option of a session with its present value.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownSessionConfigOption} or a default. A client
 * leaves an option of a kind that it does not know alone; the agent goes on with its present value.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#configoption">the specification</a>
 * @since 0.1.0
 */
public sealed interface SessionConfigOption
        permits SessionConfigSelect, SessionConfigBoolean, UnknownSessionConfigOption {

    /** Reads and writes any kind, told apart by {@code type}. */
    UnionCodec<SessionConfigOption> CODEC = UnionCodec.<SessionConfigOption>on("type")
            .variant("select", SessionConfigSelect.class, () -> SessionConfigSelect.CODEC)
            .variant("boolean", SessionConfigBoolean.class, () -> SessionConfigBoolean.CODEC)
            .unknown(
                    UnknownSessionConfigOption.class,
                    UnknownSessionConfigOption::of,
                    UnknownSessionConfigOption::ofVersion2,
                    UnknownSessionConfigOption::raw);

    /**
     * Returns its id, which requests to set it carry.
     *
     * @return its id, which requests to set it carry
     */
    SessionConfigId id();

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
     * Returns a hint for its place and look; null when there is none.
     *
     * @return a hint for its place and look; null when there is none
     */
    @Nullable
    SessionConfigOptionCategory category();

    /**
     * Returns the data; null when there is none.
     *
     * @return the data; null when there is none
     */
    @Nullable
    Meta meta();
}
