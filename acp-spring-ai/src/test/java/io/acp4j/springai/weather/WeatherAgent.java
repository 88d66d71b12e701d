package io.acp4j.springai.weather;

// snippet:agent
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.springai.SpringAiPromptHandler;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

public final class WeatherAgent {
    @Tool(description = "Returns the weather in a city")
    String weather(@ToolParam(description = "name of the city") String city) {
        return "Sunny in " + city;
    }

    public static AcpAgent create(ChatModel model, SessionStore sessions) {
        return AcpAgent.builder()
                .info("weather-agent", "1.0.0")
                .sessions(SessionRepository.over(sessions))
                .onPrompt(SpringAiPromptHandler.builder(model)
                        .systemMessage("You know the weather.")
                        .tools(new WeatherAgent())
                        .build())
                .build();
    }
}
// end
