package io.acp4j.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationParameters;
import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.test.testing.ModelAdapter;
import io.acp4j.test.testing.ModelScript;
import java.nio.file.Path;

/** The adapter of LangChain4j as its contracts want it. */
final class ScriptedAdapter implements ModelAdapter {

    @Override
    public PromptHandler handler(ModelScript script, int maxRequests) {
        return LangChain4jPromptHandler.builder(new ScriptedStreamingModel(script))
                .systemMessage("Be brief.")
                .tools(new Tools())
                .tool(ToolSpecification.builder().name("erase").build(), (request, turn, call) -> "erased")
                .toolKind(ToolKind.DELETE, "erase")
                .askBefore("erase")
                .maxRequests(maxRequests)
                .build();
    }

    @Override
    public PromptHandler compacting(ModelScript script, long characters) {
        return LangChain4jPromptHandler.builder(new ScriptedStreamingModel(script))
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

        @Tool("Tells the weather")
        String weather(@P(name = "city", value = "a place") String city) {
            return "Sunny in " + city;
        }

        @Tool
        void broken() {
            throw new IllegalStateException("no network");
        }

        @Tool
        String where(InvocationParameters parameters) {
            PromptTurn turn = parameters.get(LangChain4jPromptHandler.TURN);
            ToolCallHandle call = parameters.get(LangChain4jPromptHandler.TOOL_CALL);
            call.content("looking");
            return turn.session().cwd();
        }
    }
}
