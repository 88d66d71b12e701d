package io.acp4j.schema;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.WireVersion;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One method of the protocol, or an extension of it: its name, its parameters, who handles it, and what must be
 * advertised before it is called.
 *
 * @param <P> the type of its parameters
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 * @since 0.1.0
 */
public sealed interface Method<P> permits RequestMethod, NotificationMethod {

    /**
     * Names the method.
     *
     * @return its name on the wire
     */
    String name();

    /**
     * Returns the codec of the parameters.
     *
     * @return the codec
     */
    JsonCodec<P> params();

    /**
     * Returns the method as a version of the protocol has it; ask once for each connection.
     *
     * @param version the version
     * @return its name and codecs there; null when that version has no such method
     */
    @Nullable
    Method<P> in(WireVersion version);

    /**
     * Returns who handles it.
     *
     * @return the sides that it may be sent to
     */
    Set<Side> handledBy();

    /**
     * Returns whether the protocol has settled it.
     *
     * @return its stability
     */
    Stability stability();

    /**
     * Returns what the handling side must have advertised.
     *
     * @return the capability; null when it may always be called
     */
    @Nullable
    Capability<?> capability();
}
