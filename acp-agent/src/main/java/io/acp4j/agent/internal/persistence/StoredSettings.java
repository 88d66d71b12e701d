package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.Attribute;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.tree.NewNode;
import io.acp4j.agent.tree.Node;
import io.acp4j.agent.tree.SessionAttributes;
import io.acp4j.agent.tree.SessionTree;
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
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The modes and options of a stored session: what it began with is kept as attributes that forks inherit, and what was
 * changed since is in its path, so that a fork has the values of the point where it was made. Commands and usage are
 * attributes with the last values.
 */
public final class StoredSettings {

    private static final String MODES = "acp4j.modes";
    private static final String OPTIONS = "acp4j.configOptions";
    private static final String COMMANDS = "acp4j.commands";
    private static final String USAGE = "acp4j.usage";
    private static final String SYSTEM_PROMPT = "acp4j.systemPrompt";
    private static final JsonCodec<List<SessionConfigOption>> OPTION_LIST = Codecs.listOf(SessionConfigOption.CODEC);

    private final SessionTree tree;
    private final Map<String, Attribute> attributes;

    private StoredSettings(SessionTree tree) {
        this.tree = tree;
        this.attributes = tree.session().attributes();
    }

    static StoredSettings of(SessionTree tree) {
        return new StoredSettings(tree);
    }

    /** Keeps what a session begins with. */
    static void keep(SessionTree tree, @Nullable SessionModeState modes, @Nullable List<SessionConfigOption> options) {
        if (modes != null) {
            tree.attribute(MODES, SessionAttributes.of(MODES, SessionModeState.CODEC.toRaw(modes)));
        }
        if (options != null) {
            tree.attribute(OPTIONS, SessionAttributes.of(OPTIONS, OPTION_LIST.toRaw(options)));
        }
    }

    /** Keeps the client's instructions, for openings that give none. */
    static void keep(SessionTree tree, @Nullable SystemPrompt systemPrompt) {
        if (systemPrompt != null) {
            tree.attribute(SYSTEM_PROMPT, SessionAttributes.of(SYSTEM_PROMPT, SystemPrompt.CODEC.toRaw(systemPrompt)));
        }
    }

    /** Keeps the commands that the client knows; forks have them, too. False when they are the known ones. */
    static boolean keep(SessionTree tree, AvailableCommandsUpdate commands) {
        return keep(tree, COMMANDS, new Attribute(AvailableCommandsUpdate.CODEC.toRaw(commands), true));
    }

    /** Keeps how much of the context is used; that of a fork begins anew. False when it is what was known. */
    static boolean keep(SessionTree tree, UsageUpdate usage) {
        return keep(tree, USAGE, new Attribute(UsageUpdate.CODEC.toRaw(usage), false));
    }

    private static boolean keep(SessionTree tree, String name, Attribute attribute) {
        if (attribute.equals(tree.session().attributes().get(name))) {
            return false;
        }
        tree.attribute(name, attribute);
        return true;
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
    List<NewNode> missing(@Nullable SessionModeState modes, @Nullable List<SessionConfigOption> options) {
        List<NewNode> missing = new ArrayList<>();
        if (modes != null && !modes.equals(modes(modes))) {
            missing.add(NewNode.of(new CurrentModeUpdate(modes.currentModeId(), null)));
        }
        if (options != null && !options.equals(options(options))) {
            missing.add(NewNode.of(new ConfigOptionUpdate(options, null)));
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
        Node node = tree.latest(kind);
        return node == null || node.updates().isEmpty() ? null : node.updates().get(0);
    }

    private <T> @Nullable T kept(String name, JsonCodec<T> codec) {
        Attribute attribute = attributes.get(name);
        if (attribute == null) {
            return null;
        }
        try {
            return codec.decode(attribute.value());
        } catch (SchemaException e) {
            throw new SessionStoreException(
                    "attribute " + name + " of session " + tree.id() + " is damaged; restore the store from a copy", e);
        }
    }
}
