package io.acp4j.springai.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.internal.model.ModelCall;
import io.acp4j.agent.internal.model.ModelConversation;
import io.acp4j.agent.internal.model.ModelMessage;
import io.acp4j.agent.internal.model.ModelSettings;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

/** The conversation of a turn: the messages, and the model that is sent them. */
public final class SpringAiConversation implements ModelConversation {

    /** The name of the turn for tools. */
    public static final String TURN = "acp.turn";

    /** The name of the call for tools. */
    public static final String TOOL_CALL = "acp.toolCall";

    private final PromptTurn turn;
    private final ChatModel model;
    private final Map<String, ToolCallback> tools;
    private final ModelSettings settings;
    private final List<Message> messages = new ArrayList<>();

    /** Creates the conversation of a turn, which has no messages yet. */
    public SpringAiConversation(
            PromptTurn turn, ChatModel model, Map<String, ToolCallback> tools, ModelSettings settings) {
        this.turn = turn;
        this.model = model;
        this.tools = tools;
        this.settings = settings;
    }

    @Override
    public void begin(List<ModelMessage> history) {
        messages.addAll(instructed(history));
    }

    /** Returns the instructions, followed by messages. */
    private List<Message> instructed(List<ModelMessage> history) {
        List<Message> all = new ArrayList<>();
        String instructions = settings.instructions().apply(turn);
        if (instructions != null && !instructions.isBlank()) {
            all.add(new SystemMessage(instructions));
        }
        history.stream().map(SpringAiMessages::of).forEach(all::add);
        return all;
    }

    @Override
    public String summarize(List<ModelMessage> history) throws Exception {
        Prompt prompt = new Prompt(instructed(history), options(List.of()));
        return response(prompt, new ResponseStream(said -> {}, thought -> {})).text();
    }

    @Override
    public List<ModelCall> next() throws Exception {
        ResponseStream.Response response = response();
        messages.add(SpringAiMessages.model(response.text(), response.calls()));
        if (response.calls().isEmpty()) {
            stop(response.finishReason());
        }
        return response.calls();
    }

    private ResponseStream.Response response() throws Exception {
        Prompt prompt = new Prompt(List.copyOf(messages), options(List.copyOf(tools.values())));
        return response(prompt, new ResponseStream(turn::say, turn::think));
    }

    private ResponseStream.Response response(Prompt prompt, ResponseStream stream) throws Exception {
        Registration cancellation = turn.cancellation().onCancel(stream::stop);
        try {
            model.stream(prompt).subscribe(stream);
            return stream.await(settings.responseTimeout());
        } finally {
            cancellation.close();
            stream.stop();
        }
    }

    /** The model's own options with the tools; those of a model that knows of no tools are made to. */
    private ChatOptions options(List<ToolCallback> offered) {
        ChatOptions own = model.getOptions();
        ToolCallingChatOptions.Builder<?> options =
                own instanceof ToolCallingChatOptions calling ? calling.mutate() : ToolCallingChatOptions.builder();
        return options.toolCallbacks(offered).build();
    }

    /** The reasons of providers have many names. */
    private void stop(@Nullable String reason) {
        switch (reason == null ? "" : reason.toLowerCase(Locale.ROOT)) {
            case "length", "max_tokens" -> turn.stop(StopReason.MAX_TOKENS);
            case "content_filter", "refusal", "safety" -> turn.stop(StopReason.REFUSAL);
            default -> {}
        }
    }

    @Override
    public String call(ModelCall call, ToolCallHandle shown) {
        ToolCallback tool = tools.get(call.tool());
        if (tool == null) {
            throw new IllegalArgumentException("there is no such tool here");
        }
        String arguments = call.arguments().isBlank() ? "{}" : call.arguments();
        return text(tool.call(arguments, new ToolContext(Map.of(TURN, turn, TOOL_CALL, shown))));
    }

    /** Returns a text that Spring AI has made a JSON string of, as it was. */
    private static String text(String result) {
        if (!result.startsWith("\"")) {
            return result;
        }
        try {
            JsonNode json = RawJson.parse(result).toTree();
            return json.isTextual() ? json.textValue() : result;
        } catch (IllegalArgumentException e) {
            return result;
        }
    }

    @Override
    public void add(ModelMessage.Results results) {
        messages.add(SpringAiMessages.of(results));
    }
}
