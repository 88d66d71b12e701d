package io.acp4j.agent.tree;

import io.acp4j.schema.MessageId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a node is stored, and for which version of the session.
 *
 * @param parent what it follows
 * @param expectedVersion the version that the session must have; null when any will do
 * @since 0.1.0
 */
public record AppendOptions(Parent parent, @Nullable Long expectedVersion) {

    /** Behind whatever the head is. */
    public static final AppendOptions AT_HEAD = new AppendOptions(new Head(), null);

    /** At the beginning, as a conversation of its own in the same session. */
    public static final AppendOptions AT_ROOT = new AppendOptions(new Root(), null);

    /** Checks that the parent is there. */
    public AppendOptions {
        Objects.requireNonNull(parent, "parent");
    }

    /**
     * Stores behind a message.
     *
     * @param message the message
     * @return the options, for any version
     */
    public static AppendOptions under(MessageId message) {
        return new AppendOptions(new Under(message), null);
    }

    /**
     * Makes the change only if the session has not been changed since.
     *
     * @param version the version that it must have
     * @return the options
     */
    public AppendOptions expecting(long version) {
        return new AppendOptions(parent, version);
    }

    /** What a node follows. */
    public sealed interface Parent {}

    /** The head, or what the agent has chosen to take for it. */
    public record Head() implements Parent {}

    /** Nothing: the node begins a conversation. */
    public record Root() implements Parent {}

    /**
     * A message.
     *
     * @param message its id
     */
    public record Under(MessageId message) implements Parent {
        /** Checks that the id is there. */
        public Under {
            Objects.requireNonNull(message, "message");
        }
    }
}
