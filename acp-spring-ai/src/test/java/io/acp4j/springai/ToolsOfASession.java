package io.acp4j.springai;

import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.tool.ToolKind;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** Tools that use the client of their session. */
final class ToolsOfASession {

    // snippet:tools
    @Tool(description = "Returns the text of a file")
    String read(@ToolParam(description = "absolute path") String path, ToolContext context) {
        var call = (ToolCallHandle) context.getContext().get(SpringAiPromptHandler.TOOL_CALL);
        call.location(path);
        var turn = (PromptTurn) context.getContext().get(SpringAiPromptHandler.TURN);
        return turn.client().readTextFile(path);
    }

    static SpringAiPromptHandler handler(ChatModel model) {
        return SpringAiPromptHandler.builder(model)
                .tools(new ToolsOfASession())
                .toolKind(ToolKind.READ, "read")
                .askBefore("read")
                .build();
    }
    // end
}
