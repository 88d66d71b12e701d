package io.acp4j.agent.internal.protocol;

import io.acp4j.agent.Client;
import io.acp4j.schema.Meta;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.mode.SessionModeState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a response that opens a session says of it.
 *
 * @param modes its modes; null when it has none
 * @param options its configuration options; null when it has none
 * @param meta extra data; null when there is none
 */
public record OpenedState(
        @Nullable SessionModeState modes,
        @Nullable List<SessionConfigOption> options,
        @Nullable Meta meta) {

    /** Returns the same without options of kinds that a client does not know. */
    public OpenedState knownTo(Client client) {
        return new OpenedState(modes, ConfigOptions.knownOrNull(options, client), meta);
    }
}
