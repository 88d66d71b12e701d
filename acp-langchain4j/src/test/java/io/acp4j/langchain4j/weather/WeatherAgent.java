package io.acp4j.langchain4j.weather;

// snippet:agent
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.chat.StreamingChatModel;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.langchain4j.LangChain4jPromptHandler;

public final class WeatherAgent {
    @Tool("Returns the weather in a city")
    String weather(@P(name = "city", value = "name of the city") String city) {
        return "Sunny in " + city;
    }

    public static AcpAgent create(StreamingChatModel model, SessionStore sessions) {
        return AcpAgent.builder()
                .info("weather-agent", "1.0.0")
                .sessions(SessionRepository.over(sessions))
                .onPrompt(LangChain4jPromptHandler.builder(model)
                        .systemMessage("You know the weather.")
                        .tools(new WeatherAgent())
                        .build())
                .build();
    }
}
// end
