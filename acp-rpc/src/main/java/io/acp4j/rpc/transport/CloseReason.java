package io.acp4j.rpc.transport;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why a connection ended. Transports have reasons of their own that tell more, such as a process's exit code.
 *
 * @since 0.1.0
 */
public interface CloseReason {

    /** Who ended it. */
    enum Kind {
        /** This program closed it. */
        LOCAL,
        /** The peer closed it, or ended. */
        PEER,
        /** It broke. */
        FAILURE
    }

    /**
     * Returns who ended it.
     *
     * @return the kind of end
     */
    Kind kind();

    /**
     * Returns what has happened, for people.
     *
     * @return one sentence without message contents; a transport may add what the peer has written beside its messages, such as
     *     the last lines of its error output, bounded and without what looks like a secret
     */
    String description();

    /**
     * Returns the exception behind a failure.
     *
     * @return the exception, or null when there was none
     */
    @Nullable
    Throwable cause();

    /**
     * Makes the reason for a close by this program.
     *
     * @return the reason
     */
    static CloseReason local() {
        return new Simple(Kind.LOCAL, "closed by this side", null);
    }

    /**
     * Makes the reason for a close by the peer.
     *
     * @param description what was noticed
     * @return the reason
     */
    static CloseReason peer(String description) {
        return new Simple(Kind.PEER, description, null);
    }

    /**
     * Makes the reason for a failure.
     *
     * @param description what failed
     * @param cause the exception behind it
     * @return the reason
     */
    static CloseReason failure(String description, Throwable cause) {
        return new Simple(Kind.FAILURE, description, cause);
    }

    /**
     * A reason without further details.
     *
     * @param kind who ended it
     * @param description one sentence
     * @param cause the exception behind a failure; null when there was none
     */
    record Simple(Kind kind, String description, @Nullable Throwable cause) implements CloseReason {
        /** Checks that kind and description are there. */
        public Simple {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(description, "description");
        }
    }
}
