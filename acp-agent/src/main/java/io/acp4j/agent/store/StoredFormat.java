package io.acp4j.agent.store;

/**
 * The formats of what is stored as JSON: the contents of nodes, and the attributes of sessions that this library keeps for
 * itself. They are formats of our own and say nothing about the protocol version of the connection that something came
 * by; a session that was begun under one version is opened under another.
 *
 * <table>
 *   <caption>Formats</caption>
 *   <tr><th>format</th><th>content of a node</th><th>attributes of a session</th></tr>
 *   <tr><td>1</td>
 *     <td>a JSON array of session updates as {@code SessionUpdate} is written for version 1 of the protocol, with the ids of
 *       messages and tool calls; kinds that only version 2 has as that writes them; what an update of a tool call clears, if
 *       version 1 cannot say it, as {@code _acp4j/tool_call_cleared}; for the end of a turn an object with {@code stopReason} and, if its process died,
 *       {@code interrupted}</td>
 *     <td>{@code acp4j.modes}, {@code acp4j.configOptions}, {@code acp4j.commands}, {@code acp4j.usage},
 *       {@code acp4j.systemPrompt}, {@code acp4j.archived}: the types of those names as version 1 of the protocol writes
 *       them</td></tr>
 * </table>
 *
 * <p>A store keeps the number with each row and does not interpret it. The layer above the store refuses a row of an unknown format with an
 * {@link SessionStoreException.UnsupportedFormatException}. It reads all earlier formats.
 *
 * @since 0.1.0
 */
public final class StoredFormat {

    /** The format in which this version stores: {@value}. It reads this one and all before it. */
    public static final int CURRENT = 1;

    private StoredFormat() {}

    /**
     * Returns whether this version can read a format.
     *
     * @param format the number that was stored
     * @return true from 1 to {@link #CURRENT}
     */
    public static boolean isKnown(int format) {
        return format >= 1 && format <= CURRENT;
    }

    /**
     * Checks that a session's attributes can be read.
     *
     * @param session the session as it is stored
     * @return the session
     * @throws SessionStoreException.UnsupportedFormatException when they are in a format that this version does not know
     */
    public static StoredSession requireKnown(StoredSession session) {
        if (!isKnown(session.format())) {
            throw new SessionStoreException.UnsupportedFormatException("session " + session.id(), session.format());
        }
        return session;
    }
}
