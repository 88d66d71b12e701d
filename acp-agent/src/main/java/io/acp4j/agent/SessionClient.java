package io.acp4j.agent;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The client, for calls about one session.
 *
 * <p>Each call has a blocking form and one that returns a future. Both throw {@link
 * io.acp4j.rpc.UnsupportedCapabilityException} before anything is sent when the client has not advertised what they need,
 * and fail as {@link io.acp4j.rpc.Connection#request(io.acp4j.schema.RequestMethod, Object)} does.
 *
 * <p>When a turn is cancelled, calls of its client that wait for a person or a process end. A permission request then returns a cancelled
 * decision, and other calls fail with {@link io.acp4j.rpc.RequestCancelledException}. File access and the release of terminals remain
 * possible for cleanup. Calls of a session's client end in the same way when the session ends.
 *
 * @since 0.1.0
 */
public interface SessionClient extends Client {

    /**
     * Reads a text file, with unsaved changes if the client has some.
     *
     * @param path an absolute path
     * @return the text
     * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#reading-files">the specification</a>
     */
    String readTextFile(String path);

    /**
     * Reads some lines of a text file.
     *
     * @param path an absolute path
     * @param line the first line, counted from 1; null for the first of the file
     * @param limit how many lines at most; null for all
     * @return the text
     * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#reading-files">the specification</a>
     */
    String readTextFile(String path, @Nullable Long line, @Nullable Long limit);

    /**
     * Reads some lines of a text file, without waiting.
     *
     * @param path an absolute path
     * @param line the first line, counted from 1; null for the first of the file
     * @param limit how many lines at most; null for all
     * @return a future of the text
     * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#reading-files">the specification</a>
     */
    CompletableFuture<String> readTextFileAsync(String path, @Nullable Long line, @Nullable Long limit);

    /**
     * Writes a text file, making it when there is none.
     *
     * @param path an absolute path
     * @param content all of its text
     * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#writing-files">the specification</a>
     */
    void writeTextFile(String path, String content);

    /**
     * Writes a text file, without waiting.
     *
     * @param path an absolute path
     * @param content all of its text
     * @return a future that completes when the file has been written
     * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#writing-files">the specification</a>
     */
    CompletableFuture<Void> writeTextFileAsync(String path, String content);

    /**
     * Runs a program in a terminal of the client, in the session's working directory. Returns when it has been started.
     *
     * @param command the program
     * @param args its arguments
     * @return the terminal, to be released
     * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#executing-commands">the specification</a>
     */
    RemoteTerminal createTerminal(String command, String... args);

    /**
     * Runs a program in a terminal of the client. Returns when it has been started.
     *
     * @param request the program and its surroundings; made with this session's id
     * @return the terminal, to be released
     * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#executing-commands">the specification</a>
     */
    RemoteTerminal createTerminal(CreateTerminalRequest request);

    /**
     * Runs a program in a terminal of the client, without waiting for its start.
     *
     * @param request the program and its surroundings; made with this session's id
     * @return a future of the terminal, to be released
     * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#executing-commands">the specification</a>
     */
    CompletableFuture<RemoteTerminal> createTerminalAsync(CreateTerminalRequest request);

    /**
     * Requests a decision of the user about a tool call and waits for it without a time limit. If the client does not support permission
     * requests, the decision is cancelled, and a warning with the remedy is logged.
     *
     * @param toolCall the call, with its known members
     * @param options the options to choose from
     * @return the decision
     * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
     */
    PermissionDecision requestPermission(ToolCallUpdate toolCall, List<PermissionOption> options);

    /**
     * Lets the user decide about a tool call.
     *
     * @param toolCall the call, with what is known of it
     * @param options the options to choose from
     * @return a future of the decision
     * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
     */
    CompletableFuture<PermissionDecision> requestPermissionAsync(
            ToolCallUpdate toolCall, List<PermissionOption> options);

    /**
     * Lets the user decide about a command, a tool call or what the title says, and waits for the decision, for as long as it takes. A
     * client whose version of the protocol knows only questions about tool calls is asked about a tool call with that title and the
     * description as its content, of a command with command and directory as its raw input.
     *
     * @param request the question, made with this session's id; without a subject it needs a title
     * @return the decision
     * @throws IllegalArgumentException when the question is of another session, or has neither a subject nor a title
     */
    @Unstable("protocol-version-2")
    PermissionDecision requestPermission(RequestPermissionRequest request);

    /**
     * Lets the user decide, as {@link #requestPermission(RequestPermissionRequest)} does, without waiting.
     *
     * @param request the question, made with this session's id; without a subject it needs a title
     * @return a future of the decision
     * @throws IllegalArgumentException when the question is of another session, or has neither a subject nor a title
     */
    @Unstable("protocol-version-2")
    CompletableFuture<PermissionDecision> requestPermissionAsync(RequestPermissionRequest request);

    /**
     * Reports that the turn waits for the user until a future completes, such as one of
     * {@link #requestPermissionAsync(ToolCallUpdate, List)}. Use it for turns that do nothing else until then. Blocking calls report the
     * wait themselves. Clients whose protocol version has no such state are not notified. The client of a session belongs to no turn and
     * reports nothing.
     *
     * @param <T> the type of the result
     * @param result the future that the turn waits for
     * @return a future with the same result, which completes after the end of the wait has been reported
     */
    @Unstable("protocol-version-2")
    <T> CompletableFuture<T> requireAction(CompletableFuture<T> result);
}
