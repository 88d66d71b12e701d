package io.acp4j.proxy;

import io.acp4j.rpc.transport.CloseReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why a proxy's connections ended.
 *
 * @param component whose connection ended first: {@code client}, {@code agent}, {@code conductor}, or {@code proxy 1} and so
 *     on; {@code proxy} when this side closed them
 * @param reason why that one ended, with what its transport knows, such as an exit code
 * @since 0.1.0
 */
public record ProxyCloseReason(String component, CloseReason reason) implements CloseReason {

    /** Checks that both are there. */
    public ProxyCloseReason {
        Objects.requireNonNull(component, "component");
        Objects.requireNonNull(reason, "reason");
    }

    @Override
    public Kind kind() {
        return reason.kind();
    }

    @Override
    public String description() {
        return "the connection of the " + component + " ended: " + reason.description();
    }

    @Override
    public @Nullable Throwable cause() {
        return reason.cause();
    }
}
