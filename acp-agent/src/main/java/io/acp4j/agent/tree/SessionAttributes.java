package io.acp4j.agent.tree;

import io.acp4j.agent.store.Attribute;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that agents commonly keep with sessions, and which of them forks get. {@link #of} knows which, so that
 * forks inherit the same, whether a client, the agent itself or its model asks for them.
 *
 * @since 0.1.0
 */
public final class SessionAttributes {

    /** What kind of session it is; see {@link #SUBAGENT} and {@link #CRON}. Not inherited. */
    public static final String KIND = "kind";

    /** The kind of a session that another one has started for a part of its work. It cannot be forked. */
    public static final String SUBAGENT = "subagent";

    /** The kind of a session that a timer has started. It cannot be forked. */
    public static final String CRON = "cron";

    /** The model that works on prompts. Inherited. */
    public static final String MODEL = "model";

    /** The project that the session belongs to. Inherited. */
    public static final String PROJECT = "project";

    /** The agent, where one program serves several. Inherited. */
    public static final String AGENT = "agent";

    /** Whether MCP servers are switched off. Inherited. */
    public static final String MCP_DISABLED = "mcpDisabled";

    /** The branch of version control that a worktree was made for. Not inherited. */
    public static final String WORKTREE_BRANCH = "worktreeBranch";

    /** The settings of the sandbox. Not inherited. */
    public static final String SANDBOX = "sandbox";

    /** The channel of a chat system that the session is bound to. Not inherited. */
    public static final String CHANNEL = "channel";

    /** What the user has allowed for good. Not inherited: a fork asks again. */
    public static final String GRANTS = "grants";

    /** Where changes to files are kept, to take them back. Not inherited. */
    public static final String SNAPSHOTS = "snapshots";

    /** Which names forks inherit, those that this library keeps for itself among them. */
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

    private SessionAttributes() {}

    /**
     * Makes an attribute that forks get if the rules of branching say so of its name.
     *
     * @param name one of the names in this class
     * @param value its value, converted by {@link RawJson#of}
     * @return the attribute
     * @throws IllegalArgumentException when the rules do not know the name; decide with {@link #inherited} or {@link #own}
     */
    public static Attribute of(String name, @Nullable Object value) {
        Boolean inherited = INHERITED.get(name);
        if (inherited == null) {
            throw new IllegalArgumentException("no rule says whether forks inherit the attribute " + name
                    + "; use SessionAttributes.inherited or SessionAttributes.own");
        }
        return new Attribute(RawJson.of(value), inherited);
    }

    /**
     * Returns whether the rules of branching know an attribute, so that {@link #of} makes it.
     *
     * @param name its name
     * @return true for the names in this class
     */
    public static boolean isKnown(String name) {
        return INHERITED.containsKey(name);
    }

    /**
     * Makes an attribute that forks get too.
     *
     * @param value its value, converted by {@link RawJson#of}
     * @return the attribute
     */
    public static Attribute inherited(@Nullable Object value) {
        return new Attribute(RawJson.of(value), true);
    }

    /**
     * Makes an attribute that stays with its session.
     *
     * @param value its value, converted by {@link RawJson#of}
     * @return the attribute
     */
    public static Attribute own(@Nullable Object value) {
        return new Attribute(RawJson.of(value), false);
    }
}
