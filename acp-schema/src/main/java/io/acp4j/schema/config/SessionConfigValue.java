package io.acp4j.schema.config;

import io.acp4j.schema.SessionConfigValueId;
import java.util.Objects;

/**
 * What an option is set to: one of its values by id, or on or off.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#from-the-client">the
 *     specification</a>
 * @since 0.1.0
 */
public sealed interface SessionConfigValue {

    /**
     * Makes the choice of a value.
     *
     * @param id the id of one of the values that the option can take
     * @return the choice
     */
    static SessionConfigValue of(SessionConfigValueId id) {
        return new Choice(id);
    }

    /**
     * Makes on or off.
     *
     * @param on whether the option is to be on
     * @return the switch
     */
    static SessionConfigValue of(boolean on) {
        return new Switch(on);
    }

    /**
     * One of the values of a {@link SessionConfigSelect}.
     *
     * @param id the id of the value
     */
    record Choice(SessionConfigValueId id) implements SessionConfigValue {

        /** Checks that the id is there. */
        public Choice {
            Objects.requireNonNull(id, "id");
        }
    }

    /**
     * On or off, for a {@link SessionConfigBoolean}.
     *
     * @param on whether the option is to be on
     */
    record Switch(boolean on) implements SessionConfigValue {}
}
