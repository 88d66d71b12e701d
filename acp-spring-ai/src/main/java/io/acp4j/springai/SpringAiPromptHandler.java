package io.acp4j.springai;

import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.internal.model.ModelLoop;
import io.acp4j.agent.internal.model.ModelSettings;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.springai.internal.SpringAiConversation;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;

/**
 * Has a model of Spring AI respond to prompts.
 *
 * <pre>{@code
 * AcpAgent.builder().info("my-agent", "1.0.0")
 *         .sessions(SessionRepository.over(SessionStore.inMemory()))
 *         .onPrompt(SpringAiPromptHandler.builder(model).tools(new MyTools()).build())
 *         .build();
 * }</pre>
 *
 * <p>The model receives the path of the session's own branch, with the tool calls and their results. The path is read again in every turn.
 * The model therefore keeps its memory after a session was loaded, forked or continued on a branch. Build the agent with
 * {@link io.acp4j.agent.AcpAgentBuilder#sessions}. Thoughts of earlier turns are not included.
 *
 * <p>Text and thoughts are sent while the model streams them. Each tool that it wants is a tool call of the session; a tool that
 * fails does not end the turn, as the model is told. Cancelling the turn cancels the response that the model streams. A model that
 * fails ends the turn with error -32603, and the log says why. The stop reason is {@code max_tokens} when the model has reached its
 * limit, {@code refusal} when its content filter has stopped it, and {@code max_turn_requests} after {@link Builder#maxRequests}.
 *
 * <p>One handler may serve any number of sessions and connections at once, as far as its model and tools allow it.
 *
 * @since 0.1.0
 */
public final class SpringAiPromptHandler implements PromptHandler {

    /** The name under which tools find the {@link PromptTurn} in their {@link org.springframework.ai.chat.model.ToolContext}. */
    public static final String TURN = SpringAiConversation.TURN;

    /**
     * The name under which tools find the {@link io.acp4j.agent.ToolCallHandle} of their call in their {@link
     * org.springframework.ai.chat.model.ToolContext}.
     */
    public static final String TOOL_CALL = SpringAiConversation.TOOL_CALL;

    private final ChatModel model;
    private final Map<String, ToolCallback> tools;
    private final ModelSettings settings;

    private SpringAiPromptHandler(Builder builder) {
        this.model = builder.model;
        this.tools = Collections.unmodifiableMap(new LinkedHashMap<>(builder.tools)); // in order, for caches of prompts
        this.settings = builder.settings.build();
    }

    /**
     * Starts a handler.
     *
     * @param model the model; its options are sent with each request, and the tools in place of those that it has by itself
     * @return the builder
     */
    public static Builder builder(ChatModel model) {
        return new Builder(model);
    }

    @Override
    public void handle(PromptTurn turn) throws Exception {
        ModelLoop.run(turn, new SpringAiConversation(turn, model, tools, settings), settings);
    }

    /** Collects what a handler does; used by one thread. */
    public static final class Builder {

        private final ChatModel model;
        private final Map<String, ToolCallback> tools = new LinkedHashMap<>();
        private final ModelSettings.Builder settings = new ModelSettings.Builder();

        private Builder(ChatModel model) {
            this.model = Objects.requireNonNull(model, "model");
        }

        /**
         * Sets the system message, which the model is sent before the conversation.
         *
         * @param text the instructions
         * @return this
         */
        public Builder systemMessage(String text) {
            Objects.requireNonNull(text, "text");
            return systemMessage(turn -> text);
        }

        /**
         * Sets the system message, made anew in each turn: from the working directory, say, or the mode of the session.
         *
         * @param text returns the instructions, or null for none; called on the thread of the turn
         * @return this
         */
        public Builder systemMessage(Function<? super PromptTurn, @Nullable String> text) {
            settings.instructions(text);
            return this;
        }

        /**
         * Adds the methods of some objects that have the annotation {@code @Tool}. A parameter of the type {@link
         * org.springframework.ai.chat.model.ToolContext} has the {@link #TURN} and the {@link #TOOL_CALL}. Compile them with
         * {@code -parameters}: their arguments have the names of the parameters. They are called by reflection, so a module with such
         * objects opens their package.
         *
         * @param objects objects with such methods
         * @return this
         * @throws IllegalArgumentException when two tools have the same name
         * @throws IllegalStateException when an object has no such method
         */
        public Builder tools(Object... objects) {
            return toolCallbacks(ToolCallbacks.from(objects));
        }

        /**
         * Adds tools of another kind: functions, or those of an MCP server.
         *
         * @param callbacks the tools; each is called on the thread of the turn, and the turn waits for it
         * @return this
         * @throws IllegalArgumentException when two tools have the same name
         */
        public Builder toolCallbacks(ToolCallback... callbacks) {
            for (ToolCallback tool : callbacks) {
                String name = tool.getToolDefinition().name();
                if (tools.putIfAbsent(name, tool) != null) {
                    throw new IllegalArgumentException("there are two tools with the name " + name);
                }
            }
            return this;
        }

        /**
         * Sets what sort of thing some tools do, for the client's icons; without it they are {@link ToolKind#OTHER}.
         *
         * @param kind the sort
         * @param tools names of tools
         * @return this
         */
        public Builder toolKind(ToolKind kind, String... tools) {
            settings.kind(Objects.requireNonNull(kind, "kind"), tools);
            return this;
        }

        /**
         * Names tools that run only if the user allows it, who is asked before each call.
         *
         * @param tools names of tools
         * @return this
         */
        public Builder askBefore(String... tools) {
            settings.askBefore(tools);
            return this;
        }

        /**
         * Limits how often the model is asked in one turn.
         *
         * @param requests at least 1; 50 when nothing is set
         * @return this
         */
        public Builder maxRequests(int requests) {
            settings.maxRequests(requests);
            return this;
        }

        /**
         * Limits how long one response of the model may take, from the request to its end. The turn fails when it takes longer.
         *
         * @param timeout more than zero; 10 minutes when nothing is set
         * @return this
         */
        public Builder responseTimeout(Duration timeout) {
            settings.responseTimeout(timeout);
            return this;
        }

        /**
         * Lets the model summarise a long conversation before it responds to the next prompt. In later requests the summary replaces the
         * earlier messages. The client still shows all messages.
         *
         * @param characters the minimum length of text, tool arguments and tool results since the last summary; at least 1. By default no
         *     conversation is summarised
         * @return this
         */
        public Builder compactAfter(long characters) {
            settings.compactAfter(characters);
            return this;
        }

        /**
         * Makes the handler.
         *
         * @return the handler
         */
        public SpringAiPromptHandler build() {
            return new SpringAiPromptHandler(this);
        }
    }
}
