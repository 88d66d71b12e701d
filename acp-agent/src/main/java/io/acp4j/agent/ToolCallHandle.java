package io.acp4j.agent;

import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.tool.ToolCallContent;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that the client shows. Each method sends an update.
 *
 * <p>Safe for use by any number of threads. After the call is completed, failed or cancelled, or after its turn has ended, all methods
 * except {@link #id()} throw {@link IllegalStateException}. A call that {@link AgentSession#background} lists at the end of its turn
 * continues until its session ends. So does a call of {@link AgentSession#toolCall}.
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
     * Allows the client to cancel this call alone, until it is settled. Clients whose protocol version does not support this are not
     * notified. The action also runs if the session ends while the call is open and either is listed as background work or belongs to no
     * turn.
     *
     * @param action stops the work of the call, on a handler thread. Its exceptions are reported to the client as errors. Call
     *     {@link #cancelled} to show the end
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
