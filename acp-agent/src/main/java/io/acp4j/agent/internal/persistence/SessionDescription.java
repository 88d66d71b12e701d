package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.Surroundings;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.Meta;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes to the attributes and directories of one session. Changes that are made while the session is opened are collected and stored in
 * one transaction. Thread-safe.
 */
final class SessionDescription {

    private final Supplier<SessionTree> tree;
    private final Map<String, SessionAttribute> unstored = new LinkedHashMap<>();
    private final AtomicReference<@Nullable UsageUpdate> usage = new AtomicReference<>();
    private volatile @Nullable Surroundings surroundings;
    private boolean collecting = true;

    /**
     * Creates the description.
     *
     * @param tree returns the open tree of the session
     */
    SessionDescription(Supplier<SessionTree> tree) {
        this.tree = tree;
    }

    /** Returns the settings of the session, including those that are not stored yet. */
    StoredSettings settings() {
        return new StoredSettings(tree.get().snapshot(), unstored());
    }

    /**
     * Returns the state for the response to an opening, with the stored values.
     *
     * @param state the modes, options and metadata that the author's opener has returned
     */
    OpenedState opened(OpenedState state) {
        StoredSettings settings = settings();
        return new OpenedState(settings.modes(state.modes()), settings.options(state.options()), meta(state.meta()));
    }

    /** Adds the lineage and the kind of the session to metadata. */
    @Nullable
    Meta meta(@Nullable Meta meta) {
        return SessionInfos.meta(row(), meta);
    }

    private StoredSession row() {
        return tree.get().snapshot().session();
    }

    private synchronized Map<String, SessionAttribute> unstored() {
        return Map.copyOf(unstored);
    }

    /** Sets the modes and options that a new session has. */
    void begin(OpenedState state) {
        StoredSettings.attributes(state).forEach((name, value) -> set(name, value));
    }

    /** Sets what a client specifies when it opens the session. */
    void surroundings(Surroundings specified) {
        StoredSettings.attributes(specified.systemPrompt()).forEach((name, value) -> set(name, value));
        surroundings = specified;
    }

    /** Sets the commands, which are sent again to each client that opens the session. Forks inherit them. */
    void commands(AvailableCommandsUpdate commands) {
        set(StoredSettings.COMMANDS, new SessionAttribute(AvailableCommandsUpdate.CODEC.toRaw(commands), true));
    }

    /** Sets the usage of the context, which {@link #storeUsage} stores once per turn. */
    void usage(UsageUpdate latest) {
        usage.set(latest);
    }

    /** Stores the last usage that was set and is not stored yet. Forks do not inherit it. */
    void storeUsage() {
        UsageUpdate latest = usage.getAndSet(null);
        if (latest != null) {
            set(StoredSettings.USAGE, new SessionAttribute(UsageUpdate.CODEC.toRaw(latest), false));
        }
    }

    private void set(String name, SessionAttribute value) {
        SessionAttribute stored = row().attributes().get(name);
        synchronized (this) {
            if (collecting) {
                unstored.put(name, value);
                unstored.remove(name, stored);
                return;
            }
        }
        if (!value.equals(stored)) {
            tree.get().attribute(name, value);
        }
    }

    /** Stores what was collected. Later changes are stored at once. Returns false when there was nothing to store. */
    boolean store() {
        StoredSession row = row();
        Map<String, SessionAttribute> attributes = ended();
        Surroundings specified = surroundings;
        String cwd = specified == null ? row.cwd() : specified.cwd();
        List<String> additional = specified == null ? row.additionalDirectories() : specified.additionalDirectories();
        if (attributes.isEmpty() && cwd.equals(row.cwd()) && additional.equals(row.additionalDirectories())) {
            return false;
        }
        tree.get().describe(cwd, additional, attributes);
        return true;
    }

    private synchronized Map<String, SessionAttribute> ended() {
        Map<String, SessionAttribute> collected = Map.copyOf(unstored);
        collecting = false;
        unstored.clear();
        return collected;
    }
}
