package io.acp4j.langchain4j.internal;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.internal.model.ModelCall;
import io.acp4j.agent.internal.model.ModelConversation;
import io.acp4j.agent.internal.model.ModelMessage;
import io.acp4j.agent.internal.model.ModelSettings;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.prompt.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The conversation of a turn: the messages, and the model that is sent them. */
public final class LangChain4jConversation implements ModelConversation {

    /** The name of the turn for tools. */
    public static final String TURN = "acp.turn";

    /** The name of the call for tools. */
    public static final String TOOL_CALL = "acp.toolCall";

    private final PromptTurn turn;
    private final StreamingChatModel model;
    private final Map<String, BoundTool> tools;
    private final ModelSettings settings;
    private final List<ChatMessage> messages = new ArrayList<>();

    /** Creates the conversation of a turn, which has no messages yet. */
    public LangChain4jConversation(
            PromptTurn turn, StreamingChatModel model, Map<String, BoundTool> tools, ModelSettings settings) {
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
    private List<ChatMessage> instructed(List<ModelMessage> history) {
        List<ChatMessage> all = new ArrayList<>();
        String instructions = settings.instructions().apply(turn);
        if (instructions != null && !instructions.isBlank()) {
            all.add(SystemMessage.from(instructions));
        }
        history.stream().flatMap(LangChain4jMessages::of).forEach(all::add);
        return all;
    }

    @Override
    public String summarize(List<ModelMessage> history) throws Exception {
        ChatRequest request =
                ChatRequest.builder().messages(instructed(history)).build();
        String text = response(request, new ResponseStream(said -> {}, thought -> {}))
                .aiMessage()
                .text();
        return text == null ? "" : text;
    }

    @Override
    public List<ModelCall> next() throws Exception {
        ChatResponse response = response();
        AiMessage said = response.aiMessage();
        messages.add(said);
        List<ModelCall> calls = LangChain4jMessages.calls(said);
        if (calls.isEmpty()) {
            stop(response.finishReason());
        }
        return calls;
    }

    private ChatResponse response() throws Exception {
        ChatRequest request = ChatRequest.builder()
                .messages(List.copyOf(messages))
                .toolSpecifications(
                        tools.values().stream().map(BoundTool::specification).toList())
                .build();
        return response(request, new ResponseStream(turn::say, turn::think));
    }

    private ChatResponse response(ChatRequest request, ResponseStream stream) throws Exception {
        Registration cancellation = turn.cancellation().onCancel(stream::cancel);
        try {
            model.chat(request, stream);
            return stream.await(settings.responseTimeout());
        } finally {
            cancellation.close();
            stream.cancel();
        }
    }

    private void stop(@Nullable FinishReason reason) {
        if (reason == FinishReason.LENGTH) {
            turn.stop(StopReason.MAX_TOKENS);
        } else if (reason == FinishReason.CONTENT_FILTER) {
            turn.stop(StopReason.REFUSAL);
        }
    }

    @Override
    public String call(ModelCall call, ToolCallHandle shown) throws Exception {
        BoundTool tool = tools.get(call.tool());
        if (tool == null) {
            throw new IllegalArgumentException("there is no such tool here");
        }
        return tool.body().run(LangChain4jMessages.request(call), turn, shown);
    }

    @Override
    public void add(ModelMessage.Results results) {
        LangChain4jMessages.of(results).forEach(messages::add);
    }
}
