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
 * Something that an agent wants to do and asks permission for.
 *
 * <p>All of it is the agent's word, the kind and the title included. Nothing but the user, or what the client itself does for
 * the agent, can hold an agent to it: an application that must rely on it confines the agent's process.
 *
 * @param session the session
 * @param request all that the agent says
 * @param kinds all kinds that the agent has said of this tool call so far, in this question and in the updates before it,
 *     in their order; empty when it has said none. {@link ToolKind#OTHER}, which is as good as none, only where nothing else
 *     was said
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public record PermissionQuestion(ClientSession session, RequestPermissionRequest request, List<ToolKind> kinds) {

    /** Copies the kinds. */
    public PermissionQuestion {
        kinds = List.copyOf(kinds);
    }

    /**
     * Creates a question about a tool call of which nothing was said before.
     *
     * @param session the session
     * @param request all that the agent says
     */
    public PermissionQuestion(ClientSession session, RequestPermissionRequest request) {
        this(session, request, kinds(request.toolCall()));
    }

    private static List<ToolKind> kinds(@Nullable ToolCallUpdate call) {
        ToolKind kind = call == null ? null : call.kind().value();
        return kind == null ? List.of() : List.of(kind);
    }

    /**
     * Returns what sort of tool it is.
     *
     * @return the kind that was said last; null when the agent has said none
     */
    public @Nullable ToolKind kind() {
        return kinds.isEmpty() ? null : kinds.get(kinds.size() - 1);
    }

    /**
     * Returns what the tool call is about, as it may be shown to the person who decides: in one line, with hidden characters as
     * {@linkplain VisibleText escapes}. The agent's own text is in the {@link #request()}.
     *
     * @return the title for people; null when the request does not say
     */
    public @Nullable String title() {
        ToolCallUpdate call = request.toolCall();
        String title = request.title() == null && call != null ? call.title().value() : request.title();
        return title == null ? null : VisibleText.line(title);
    }

    /**
     * Returns what else the agent says of the question in version 2, as it may be shown to the person who decides: with hidden
     * characters as {@linkplain VisibleText escapes}, but with its line breaks.
     *
     * @return the description for people; null when there is none
     */
    @Unstable("protocol-version-2")
    public @Nullable String description() {
        String description = request.description();
        return description == null ? null : VisibleText.of(description);
    }

    /**
     * Returns the command that the agent asks to run in version 2, where the question is about one and not about a tool call. Its text
     * is as it was sent; show it with {@link VisibleText}.
     *
     * @return the command with its directory; null when the question is about something else
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
     * @return its name for people
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
     * Returns what there is to choose from.
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
