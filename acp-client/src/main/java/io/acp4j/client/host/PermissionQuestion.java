package io.acp4j.client.host;

import io.acp4j.client.ClientSession;
import io.acp4j.client.internal.permission.OfferedOptions;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.permission.CommandPermissionSubject;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of an agent for permission to perform an action.
 *
 * <p>All information in a question comes from the agent, including the kind and the title, and is not verified. The client can enforce a
 * decision only for operations that it performs itself. An application that must prevent other operations has to confine the agent's
 * process.
 *
 * @param session the session
 * @param request the request of the agent
 * @param kinds all kinds that the agent has reported for this tool call so far, in this question and in earlier updates, in order; empty if
 *     it has reported none. Contains {@link ToolKind#OTHER} only if no other kind was reported
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public record PermissionQuestion(ClientSession session, RequestPermissionRequest request, List<ToolKind> kinds) {

    /** Copies the kinds. */
    public PermissionQuestion {
        kinds = List.copyOf(kinds);
    }

    /**
     * Creates a question about a tool call without earlier reports.
     *
     * @param session the session
     * @param request the request of the agent
     */
    public PermissionQuestion(ClientSession session, RequestPermissionRequest request) {
        this(session, request, kinds(request.toolCall()));
    }

    private static List<ToolKind> kinds(@Nullable ToolCallUpdate call) {
        ToolKind kind = call == null ? null : call.kind().value();
        return kind == null ? List.of() : List.of(kind);
    }

    /**
     * Returns the kind of the tool.
     *
     * @return the kind that was reported last; null if the agent has reported none
     */
    public @Nullable ToolKind kind() {
        return kinds.isEmpty() ? null : kinds.get(kinds.size() - 1);
    }

    /**
     * Returns the title for display to the user who decides. It is one line, with hidden characters as {@linkplain VisibleText escapes}.
     * The {@link #request()} contains the original text.
     *
     * @return the title for display; null if the request has no title
     */
    public @Nullable String title() {
        ToolCallUpdate call = request.toolCall();
        String title = request.title() == null && call != null ? call.title().value() : request.title();
        return title == null ? null : VisibleText.line(title);
    }

    /**
     * Returns the description of a question of version 2, for display to the user who decides. Hidden characters are {@linkplain
     * VisibleText escapes}; line breaks are kept.
     *
     * @return the description for display; null for none
     */
    @Unstable("protocol-version-2")
    public @Nullable String description() {
        String description = request.description();
        return description == null ? null : VisibleText.of(description);
    }

    /**
     * Returns the command that the agent requests to run, if a question of version 2 is about a command and not about a tool call. The
     * text is unchanged; use {@link VisibleText} to display it.
     *
     * @return the command with its directory; null if the question has another subject
     */
    @Unstable("protocol-version-2")
    public @Nullable CommandPermissionSubject command() {
        return request.subject() instanceof CommandPermissionSubject command ? command : null;
    }

    /**
     * Returns the name of an option in a form that can be shown to the user who decides. The name is one line, contains hidden characters
     * as {@linkplain VisibleText escapes}, and differs from the names of the other options.
     *
     * @param option one of {@link #options()}
     * @return the name for display
     * @see #names
     */
    public String name(PermissionOption option) {
        int index = options().indexOf(option);
        return index < 0 ? VisibleText.line(option.name()) : names(options()).get(index);
    }

    /**
     * Returns the names of options in a form that can be shown to the user. Different options have different names: if the agent uses one
     * name for several options, the kind is added, and the ID if the kinds are also equal. If several different options have the same ID,
     * their names state that they cannot be selected.
     *
     * @param options the options of a request
     * @return the names in the order of the options, each in one line, with hidden characters as {@linkplain VisibleText escapes}
     */
    public static List<String> names(List<PermissionOption> options) {
        return OfferedOptions.names(options);
    }

    /**
     * Returns the options that the user can choose from.
     *
     * @return the options in the agent's order
     */
    public List<PermissionOption> options() {
        return request.options();
    }

    /**
     * Returns the first selectable option of a kind. If several different options have the same ID, the agent may confuse them, so none of
     * them is returned.
     *
     * @param kind the kind
     * @return the option; null if not found
     */
    public @Nullable PermissionOption option(PermissionOptionKind kind) {
        for (PermissionOption option : options()) {
            if (option.kind().equals(kind) && !OfferedOptions.isAmbiguous(options(), option.optionId())) {
                return option;
            }
        }
        return null;
    }

    /** Shows questions to the user. */
    @FunctionalInterface
    public interface Prompt {

        /**
         * Shows one question and waits for the decision of the user. Called on a handler thread, with one question at a time for each
         * session. The thread is interrupted when the turn is cancelled or the agent cancels the request.
         *
         * @param question the question
         * @return one of {@link PermissionQuestion#options()}; null if the user has dismissed the question. The agent then receives the
         *     outcome <em>cancelled</em>
         * @throws Exception to respond with an error
         */
        @Nullable
        PermissionOption ask(PermissionQuestion question) throws Exception;
    }
}
