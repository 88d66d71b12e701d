package io.acp4j.springai;

import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.test.testing.ModelAdapter;
import io.acp4j.test.testing.ModelScript;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** The adapter of Spring AI as its contracts want it. */
final class ScriptedAdapter implements ModelAdapter {

    @Override
    public PromptHandler handler(ModelScript script, int maxRequests) {
        Supplier<String> erase = () -> "erased";
        return SpringAiPromptHandler.builder(new ScriptedChatModel(script))
                .systemMessage("Be brief.")
                .tools(new Tools())
                .toolCallbacks(FunctionToolCallback.builder("erase", erase).build())
                .toolKind(ToolKind.DELETE, "erase")
                .askBefore("erase")
                .maxRequests(maxRequests)
                .build();
    }

    @Override
    public PromptHandler compacting(ModelScript script, long characters) {
        return SpringAiPromptHandler.builder(new ScriptedChatModel(script))
                .systemMessage("Be brief.")
                .compactAfter(characters)
                .build();
    }

    @Override
    public SessionStore sqlite(Path directory) {
        return SessionStores.open(directory);
    }

    /** What the model may call. */
    @SuppressWarnings("unused")
    private static final class Tools {

        @Tool(description = "Tells the weather")
        String weather(@ToolParam(description = "a place") String city) {
            return "Sunny in " + city;
        }

        @Tool
        void broken() {
            throw new IllegalStateException("no network");
        }

        @Tool
        String where(ToolContext context) {
            PromptTurn turn = (PromptTurn) context.getContext().get(SpringAiPromptHandler.TURN);
            ToolCallHandle call = (ToolCallHandle) context.getContext().get(SpringAiPromptHandler.TOOL_CALL);
            call.content("looking");
            return turn.session().cwd();
        }
    }
}
