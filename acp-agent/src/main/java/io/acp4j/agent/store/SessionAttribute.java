package io.acp4j.agent.store;

import io.acp4j.schema.json.RawJson;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The value of a named attribute that an agent keeps with a session.
 *
 * <p>The constants are the names of attributes that agents commonly keep. {@link #of} determines which of them forks inherit. So forks
 * inherit the same attributes when a client, the agent or its model requests them.
 *
 * @param value the value
 * @param inherited true if forks inherit the attribute
 * @since 0.1.0
 */
public record SessionAttribute(RawJson value, boolean inherited) {

    /** The kind of the session: {@link #SUBAGENT} or {@link #CRON}. Not inherited. */
    public static final String KIND = "kind";

    /** The kind of a session that another session started for a subtask. Such a session cannot be forked. */
    public static final String SUBAGENT = "subagent";

    /** The kind of a session that a timer started. Such a session cannot be forked. */
    public static final String CRON = "cron";

    /** The model that processes prompts. Inherited. */
    public static final String MODEL = "model";

    /** The project that the session belongs to. Inherited. */
    public static final String PROJECT = "project";

    /** The agent, for programs that serve several. Inherited. */
    public static final String AGENT = "agent";

    /** True if MCP servers are switched off. Inherited. */
    public static final String MCP_DISABLED = "mcpDisabled";

    /** The version control branch of the worktree of the session. Not inherited. */
    public static final String WORKTREE_BRANCH = "worktreeBranch";

    /** The settings of the sandbox. Not inherited. */
    public static final String SANDBOX = "sandbox";

    /** The chat channel that the session is bound to. Not inherited. */
    public static final String CHANNEL = "channel";

    /** The permanent permissions of the user. Not inherited, so a fork requests them again. */
    public static final String GRANTS = "grants";

    /** The location of snapshots for undoing file changes. Not inherited. */
    public static final String SNAPSHOTS = "snapshots";

    /** Names of attributes, with true if forks inherit them. Includes the attributes of this library. */
    private static final Map<String, Boolean> INHERITED = Map.ofEntries(
            Map.entry(MODEL, true),
            Map.entry(PROJECT, true),
            Map.entry(AGENT, true),
            Map.entry(MCP_DISABLED, true),
            Map.entry("acp4j.modes", true),
            Map.entry("acp4j.configOptions", true),
            Map.entry("acp4j.systemPrompt", true),
            Map.entry(KIND, false),
            Map.entry(WORKTREE_BRANCH, false),
            Map.entry(SANDBOX, false),
            Map.entry(CHANNEL, false),
            Map.entry(GRANTS, false),
            Map.entry(SNAPSHOTS, false),
            Map.entry("acp4j.archived", false));

    /** Checks that the value is present. */
    public SessionAttribute {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Returns an attribute with one of the names in this class. The name determines whether forks inherit it.
     *
     * @param name one of the names in this class
     * @param value its value, converted by {@link RawJson#of}
     * @return the attribute
     * @throws IllegalArgumentException if this class does not contain the name; use {@link #inherited} or {@link #own} for it
     */
    public static SessionAttribute of(String name, @Nullable Object value) {
        Boolean inherited = INHERITED.get(name);
        if (inherited == null) {
            throw new IllegalArgumentException("SessionAttribute.of does not accept the attribute " + name
                    + "; use SessionAttribute.inherited or SessionAttribute.own");
        }
        return new SessionAttribute(RawJson.of(value), inherited);
    }

    /**
     * Returns whether {@link #of} accepts a name.
     *
     * @param name the name of an attribute
     * @return true for the names in this class
     */
    public static boolean isKnown(String name) {
        return INHERITED.containsKey(name);
    }

    /**
     * Returns an attribute that forks inherit.
     *
     * @param value its value, converted by {@link RawJson#of}
     * @return the attribute
     */
    public static SessionAttribute inherited(@Nullable Object value) {
        return new SessionAttribute(RawJson.of(value), true);
    }

    /**
     * Returns an attribute that forks do not inherit.
     *
     * @param value its value, converted by {@link RawJson#of}
     * @return the attribute
     */
    public static SessionAttribute own(@Nullable Object value) {
        return new SessionAttribute(RawJson.of(value), false);
    }
}
