package io.acp4j.agent.tree;

import io.acp4j.agent.store.Attribute;
import io.acp4j.schema.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that agents commonly keep with sessions, and which of them forks get.
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

    /** The model that answers. Inherited. */
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

    private SessionAttributes() {}

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
