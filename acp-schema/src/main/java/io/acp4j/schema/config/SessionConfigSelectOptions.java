package io.acp4j.schema.config;

import io.acp4j.schema.json.JsonCodec;
import java.util.List;

/**
 * The values that an option can take, in the order to show them: a plain list or groups under headings.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#configoptionvalue">the
 *     specification</a>
 * @since 0.1.0
 */
public sealed interface SessionConfigSelectOptions {

    /** Reads and writes either form; the first element tells which it is. */
    JsonCodec<SessionConfigSelectOptions> CODEC = new SelectOptionsCodec();

    /** {@return all values in order, without their headings} */
    List<SessionConfigSelectOption> flatten();

    /**
     * Makes a plain list.
     *
     * @param options the values
     * @return the list
     */
    static SessionConfigSelectOptions of(SessionConfigSelectOption... options) {
        return new Ungrouped(List.of(options));
    }

    /**
     * A plain list.
     *
     * @param options the values
     */
    record Ungrouped(List<SessionConfigSelectOption> options) implements SessionConfigSelectOptions {

        /** Copies the list. */
        public Ungrouped {
            options = List.copyOf(options);
        }

        @Override
        public List<SessionConfigSelectOption> flatten() {
            return options;
        }
    }

    /**
     * Groups under headings.
     *
     * @param groups the groups
     */
    record Grouped(List<SessionConfigSelectGroup> groups) implements SessionConfigSelectOptions {

        /** Copies the list. */
        public Grouped {
            groups = List.copyOf(groups);
        }

        @Override
        public List<SessionConfigSelectOption> flatten() {
            return groups.stream().flatMap(group -> group.options().stream()).toList();
        }
    }
}
