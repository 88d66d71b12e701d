// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All configuration options of the session with their values from now on.
 *
 * @param configOptions the options, all of them
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#from-the-agent">the
 *     specification</a>
 * @since 0.1.0
 */
public record ConfigOptionUpdate(
        List<SessionConfigOption> configOptions, @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<ConfigOptionUpdate> CODEC = ObjectCodec.of("ConfigOptionUpdate", type -> {
        var configOptions = type.isV2()
                ? type.required(
                        "configOptions",
                        Codecs.lenientListOf(SessionConfigOption.CODEC),
                        ConfigOptionUpdate::configOptions)
                : type.requiredLenientList(
                        "configOptions", SessionConfigOption.CODEC, ConfigOptionUpdate::configOptions);
        var meta = type.lenient("_meta", Meta.CODEC, ConfigOptionUpdate::meta);
        return in -> new ConfigOptionUpdate(in.get(configOptions), in.find(meta));
    });

    /** Copies the collections. */
    public ConfigOptionUpdate {
        configOptions = List.copyOf(configOptions);
    }

    /**
     * Returns a value with what is required.
     *
     * @param configOptions the options, all of them
     * @return the value
     */
    public static ConfigOptionUpdate of(List<SessionConfigOption> configOptions) {
        return new ConfigOptionUpdate(configOptions, null);
    }
}
