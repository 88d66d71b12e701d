package io.acp4j.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.model.chat.StreamingChatModel;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.tool.ToolKind;

/** Tools that use the client of their session. */
final class ToolsOfASession {

    // snippet:tools
    @Tool("Returns the text of a file")
    String read(@P(name = "path", value = "absolute path") String path, InvocationParameters parameters) {
        ToolCallHandle call = parameters.get(LangChain4jPromptHandler.TOOL_CALL);
        call.location(path);
        PromptTurn turn = parameters.get(LangChain4jPromptHandler.TURN);
        return turn.client().readTextFile(path);
    }

    static LangChain4jPromptHandler handler(StreamingChatModel model) {
        return LangChain4jPromptHandler.builder(model)
                .tools(new ToolsOfASession())
                .toolKind(ToolKind.READ, "read")
                .askBefore("read")
                .build();
    }
    // end
}
