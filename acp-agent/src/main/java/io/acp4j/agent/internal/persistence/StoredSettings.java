package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.session.SystemPrompt;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The modes and options in a snapshot of a stored session. The values that a session begins with are attributes that forks inherit. Later
 * values are on its path. A fork therefore has the values of its point. Commands and usage are attributes with the last values.
 */
public final class StoredSettings {

    private static final String MODES = "acp4j.modes";
    private static final String OPTIONS = "acp4j.configOptions";
    static final String COMMANDS = "acp4j.commands";
    static final String USAGE = "acp4j.usage";
    private static final String SYSTEM_PROMPT = "acp4j.systemPrompt";
    private static final JsonCodec<List<SessionConfigOption>> OPTION_LIST = Codecs.listOf(SessionConfigOption.CODEC);

    private final TreeView.Snapshot snapshot;

    /** Attributes that replace those of the snapshot and are not stored yet. */
    private final Map<String, SessionAttribute> unstored;

    StoredSettings(TreeView.Snapshot snapshot, Map<String, SessionAttribute> unstored) {
        this.snapshot = snapshot;
        this.unstored = unstored;
    }

    /** Returns the attributes for the modes and options that a session begins with. */
    static Map<String, SessionAttribute> attributes(OpenedState begun) {
        Map<String, SessionAttribute> attributes = new LinkedHashMap<>();
        if (begun.modes() != null) {
            attributes.put(MODES, SessionAttribute.of(MODES, SessionModeState.CODEC.toRaw(begun.modes())));
        }
        if (begun.options() != null) {
            attributes.put(OPTIONS, SessionAttribute.of(OPTIONS, OPTION_LIST.toRaw(begun.options())));
        }
        return attributes;
    }

    /** Returns the attribute for the client's instructions, which apply to later openings without instructions. */
    static Map<String, SessionAttribute> attributes(@Nullable SystemPrompt systemPrompt) {
        return systemPrompt == null
                ? Map.of()
                : Map.of(SYSTEM_PROMPT, SessionAttribute.of(SYSTEM_PROMPT, SystemPrompt.CODEC.toRaw(systemPrompt)));
    }

    /** Returns what a client gets again that opens the session: the commands and the usage. */
    List<SessionUpdate> lastUpdates() {
        List<SessionUpdate> shown = new ArrayList<>();
        AvailableCommandsUpdate commands = kept(COMMANDS, AvailableCommandsUpdate.CODEC);
        if (commands != null) {
            shown.add(commands);
        }
        UsageUpdate usage = kept(USAGE, UsageUpdate.CODEC);
        if (usage != null) {
            shown.add(usage);
        }
        return shown;
    }

    /** Returns the instructions that the client gave last. */
    @Nullable
    SystemPrompt systemPrompt() {
        return kept(SYSTEM_PROMPT, SystemPrompt.CODEC);
    }

    /**
     * The modes with the one that the session is in.
     *
     * @param said the modes that the agent's author has returned now; null for those that the session began with
     */
    @Nullable
    SessionModeState modes(@Nullable SessionModeState said) {
        SessionModeState known = said == null ? kept(MODES, SessionModeState.CODEC) : said;
        SessionUpdate changed = update(NodeKind.MODE);
        SessionModeId current;
        if (changed instanceof CurrentModeUpdate mode) {
            current = mode.currentModeId();
        } else {
            SessionModeState begun = kept(MODES, SessionModeState.CODEC);
            current = begun == null ? null : begun.currentModeId();
        }
        if (known == null || current == null) {
            return known;
        }
        boolean available =
                known.availableModes().stream().anyMatch(mode -> mode.id().equals(current));
        return available ? new SessionModeState(current, known.availableModes(), known.meta()) : known;
    }

    /**
     * The options with the values that they have.
     *
     * @param said the options that the agent's author has returned now; null for those that the session had last
     */
    @Nullable
    List<SessionConfigOption> options(@Nullable List<SessionConfigOption> said) {
        List<SessionConfigOption> had = update(NodeKind.CONFIG) instanceof ConfigOptionUpdate changed
                ? changed.configOptions()
                : kept(OPTIONS, OPTION_LIST);
        if (said == null || had == null) {
            return said == null ? had : said;
        }
        return said.stream().map(option -> valued(option, had)).toList();
    }

    /** Returns what is to be stored at the end of the path, so that a session has the modes and options there that it has now. */
    List<HistoryEntry.Draft> missing(@Nullable SessionModeState modes, @Nullable List<SessionConfigOption> options) {
        List<HistoryEntry.Draft> missing = new ArrayList<>();
        if (modes != null && !modes.equals(modes(modes))) {
            missing.add(HistoryEntry.Draft.of(new CurrentModeUpdate(modes.currentModeId(), null)));
        }
        if (options != null && !options.equals(options(options))) {
            missing.add(HistoryEntry.Draft.of(new ConfigOptionUpdate(options, null)));
        }
        return missing;
    }

    /** Returns an option with the value that it had, if it can still have that. */
    private static SessionConfigOption valued(SessionConfigOption option, List<SessionConfigOption> had) {
        for (SessionConfigOption earlier : had) {
            if (!earlier.id().equals(option.id())) {
                continue;
            }
            if (option instanceof SessionConfigSelect select
                    && earlier instanceof SessionConfigSelect before
                    && select.options().flatten().stream()
                            .anyMatch(offered -> offered.value().equals(before.currentValue()))) {
                return new SessionConfigSelect(
                        select.id(),
                        select.name(),
                        before.currentValue(),
                        select.options(),
                        select.description(),
                        select.category(),
                        select.meta());
            }
            if (option instanceof SessionConfigBoolean onOff && earlier instanceof SessionConfigBoolean before) {
                return new SessionConfigBoolean(
                        onOff.id(),
                        onOff.name(),
                        before.currentValue(),
                        onOff.description(),
                        onOff.category(),
                        onOff.meta());
            }
        }
        return option;
    }

    private @Nullable SessionUpdate update(NodeKind kind) {
        HistoryEntry node = snapshot.latest(kind);
        return node == null || node.updates().isEmpty() ? null : node.updates().get(0);
    }

    private <T> @Nullable T kept(String name, JsonCodec<T> codec) {
        SessionAttribute stored = snapshot.session().attributes().get(name);
        SessionAttribute attribute = unstored.getOrDefault(name, stored);
        if (attribute == null) {
            return null;
        }
        try {
            return codec.decode(attribute.value());
        } catch (SchemaException e) {
            throw new SessionStoreException(
                    "attribute " + name + " of session " + snapshot.session().id()
                            + " is damaged; restore the store from a copy",
                    e);
        }
    }
}
