package io.acp4j.agent;

import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.tool.ToolCallContent;
import org.jspecify.annotations.Nullable;

/**
 * A tool call, as the client sees it. Each method sends an update.
 *
 * <p>Safe for use by any number of threads. Every method but {@link #id()} throws {@link IllegalStateException} when the
 * call is settled, that is completed, failed or cancelled, or when its turn has ended; but a call that {@link
 * AgentSession#background} lists at the end of its turn continues, as does one of {@link AgentSession#toolCall}, until its session ends.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls">the specification</a>
 * @since 0.1.0
 */
public interface ToolCallHandle {

    /**
     * Names the call.
     *
     * @return its id
     */
    ToolCallId id();

    /**
     * Marks the call as running.
     *
     * @return this
     */
    ToolCallHandle inProgress();

    /**
     * Changes what the tool does.
     *
     * @param title one line for people
     * @return this
     */
    ToolCallHandle title(String title);

    /**
     * Adds to what the tool has produced; the client is sent all of it.
     *
     * @param content what is added
     * @return this
     */
    ToolCallHandle content(ToolCallContent... content);

    /**
     * Adds text to what the tool has produced; the client is sent all of it.
     *
     * @param text plain text or Markdown
     * @return this
     */
    ToolCallHandle content(String text);

    /**
     * Adds a file that the tool works on.
     *
     * @param path an absolute path
     * @param line the line, counted from 1; null for none
     * @return this
     */
    ToolCallHandle location(String path, @Nullable Long line);

    /**
     * Adds a file that the tool works on.
     *
     * @param path an absolute path
     * @return this
     */
    default ToolCallHandle location(String path) {
        return location(path, null);
    }

    /**
     * Sets what the tool was called with, for programs.
     *
     * @param input any value that {@link io.acp4j.schema.json.RawJson#of} converts
     * @return this
     */
    ToolCallHandle rawInput(Object input);

    /**
     * Sets what the tool has returned, for programs.
     *
     * @param output any value that {@link io.acp4j.schema.json.RawJson#of} converts
     * @return this
     */
    ToolCallHandle rawOutput(Object output);

    /**
     * Settles the call: the tool has done its work.
     *
     * @param content what is added to what it has produced; may be nothing
     */
    void complete(ToolCallContent... content);

    /**
     * Settles the call: the tool has done its work.
     *
     * @param text what is added to what it has produced, plain text or Markdown
     */
    void complete(String text);

    /**
     * Settles the call: the tool has failed, or was not allowed to run.
     *
     * @param reason why, for people; added to what it has produced
     */
    void fail(String reason);

    /**
     * Lets the client cancel this call alone, until it is settled. Clients whose version of the protocol cannot do that are told
     * nothing. The action runs as well when the session ends while the call is open, if it is listed as background work or belongs to no
     * turn.
     *
     * @param action stops what the call does, on a handler thread; what it throws is an error for the client. It is {@link
     *     #cancelled} that shows the end
     * @return this
     */
    @Unstable("protocol-version-2")
    ToolCallHandle onCancel(Runnable action);

    /**
     * Settles the call: it was stopped before its end. Clients whose version of the protocol has no such status are shown that it
     * has failed.
     *
     * @param reason why, for people; added to what it has produced
     */
    @Unstable("protocol-version-2")
    void cancelled(String reason);
}
