package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.update.ConfigOptionUpdate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigOptionsTest {

    private static final String SWITCHES = "{\"session\":{\"configOptions\":{\"boolean\":{}}}}";

    private static List<SessionConfigOption> options(String model, boolean brave) {
        return List.of(
                SessionConfigSelect.builder(
                                new SessionConfigId("model"),
                                "Model",
                                new SessionConfigValueId(model),
                                SessionConfigSelectOptions.of(value("small"), value("large")))
                        .build(),
                SessionConfigBoolean.builder(new SessionConfigId("brave"), "Brave", brave)
                        .build());
    }

    private static SessionConfigSelectOption value(String id) {
        return SessionConfigSelectOption.of(new SessionConfigValueId(id), id);
    }

    private static AcpAgent agent() {
        return AcpAgent.builder()
                .info("test-agent", "1")
                .onNewSession((request, setup) -> NewSessionResponse.builder(setup.sessionId())
                        .configOptions(options("small", false))
                        .build())
                .onSetConfigOption((request, session) -> request.value() instanceof SessionConfigValue.Choice choice
                        ? options(choice.id().value(), false)
                        : options("small", ((SessionConfigValue.Switch) request.value()).on()))
                .onPrompt(turn -> turn.update(ConfigOptionUpdate.of(options("large", true))))
                .build();
    }

    private static JsonNode set(RawClient client, String session, String rest) {
        client.request("session/set_config_option", "{\"sessionId\":\"" + session + "\"," + rest + "}");
        return client.next();
    }

    @Test
    void choiceIsMadeAndAllOptionsAreTold() {
        try (RawClient client = RawClient.initialized(agent(), SWITCHES)) {
            String id = client.newSession();
            JsonNode answer = set(client, id, "\"configId\":\"model\",\"value\":\"large\"");
            assertThat(answer.at("/result/configOptions")).hasSize(2);
            assertThat(answer.at("/result/configOptions/0/currentValue").asText())
                    .isEqualTo("large");
            assertThat(client.agent().session(new SessionId(id)).configOptions())
                    .isEqualTo(options("large", false));

            answer = set(client, id, "\"configId\":\"brave\",\"type\":\"boolean\",\"value\":true");
            assertThat(answer.at("/result/configOptions/1/currentValue")).isEqualTo(json("true"));
        }
    }

    @Test
    void switchesAreShownOnlyToClientsThatKnowThem() {
        try (RawClient client = RawClient.initialized(agent())) {
            JsonNode created = client.result(client.request("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}"));
            assertThat(created.get("configOptions")).hasSize(1);
            String id = created.get("sessionId").asText();
            assertThat(set(client, id, "\"configId\":\"model\",\"value\":\"large\"")
                            .at("/result/configOptions"))
                    .hasSize(1);
            int prompt = client.prompt(id, "x");
            assertThat(client.update().get("configOptions")).hasSize(1);
            client.result(prompt);
            assertThat(client.agent().session(new SessionId(id)).configOptions())
                    .as("the agent keeps them all")
                    .isEqualTo(options("large", true));
        }
    }

    static Stream<Arguments> choicesThatAreNotOffered() {
        return Stream.of(
                argumentSet("option", "\"configId\":\"other\",\"value\":\"x\"", "unknown_config_option"),
                argumentSet("value", "\"configId\":\"model\",\"value\":\"huge\"", "unknown_value"),
                argumentSet(
                        "switch for a choice",
                        "\"configId\":\"model\",\"type\":\"boolean\",\"value\":true",
                        "unknown_value"),
                argumentSet("choice for a switch", "\"configId\":\"brave\",\"value\":\"on\"", "unknown_value"));
    }

    @ParameterizedTest
    @MethodSource("choicesThatAreNotOffered")
    void choiceThatIsNotOfferedIsRefused(String choice, String reason) {
        try (RawClient client = RawClient.initialized(agent(), SWITCHES)) {
            JsonNode answer = set(client, client.newSession(), choice);
            assertThat(answer.at("/error/code").asInt()).isEqualTo(-32602);
            assertThat(answer.at("/error/data/reason").asText()).isEqualTo(reason);
        }
    }
}
