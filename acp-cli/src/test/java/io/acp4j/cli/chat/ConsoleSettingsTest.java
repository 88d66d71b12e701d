package io.acp4j.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOptionCategory;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.transport.stdio.StdioTransport;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code /mode} and {@code /model} show and choose, with agents that declare modes and models. */
@Tag("full")
class ConsoleSettingsTest {

    @Test
    void modesAreShownWithTheCurrentOneMarked() {
        PipedConsole.Run run = PipedConsole.run(Choosing.class, List.of(), "/mode", "/mode 2", "/mode", "hi");

        assertThat(run.lines())
                .containsExactly(
                        "connected to choosing-agent",
                        "* 1  Ask first  (ask)",
                        "  2  Write code  (code)",
                        "mode: Write code",
                        "  1  Ask first  (ask)",
                        "* 2  Write code  (code)",
                        "code small");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void modelsAreShownAndChosenBetweenPromptsOfOneSession() {
        PipedConsole.Run run = PipedConsole.run(
                Choosing.class, List.of(), "one", "/model", "/model large", "two", "/mode code", "three");

        assertThat(run.lines())
                .containsExactly(
                        "connected to choosing-agent",
                        "ask small",
                        "* 1  Small model  (small)",
                        "  2  Large model  (large)",
                        "model: Large model",
                        "ask large",
                        "mode: Write code",
                        "code large");
    }

    @ParameterizedTest
    @CsvSource({"2", "large", "Large model", "LARGE MODEL"})
    void modelIsChosenByNumberIdOrName(String word) {
        assertThat(PipedConsole.run(Choosing.class, List.of(), "/model " + word, "hi")
                        .lines())
                .containsSubsequence("model: Large model", "ask large");
    }

    @ParameterizedTest
    @CsvSource({"mode, 0", "mode, 3", "mode, nonsense", "model, 3", "model, ask"})
    void whatIsNotOfferedIsRefusedInWords(String what, String word) {
        PipedConsole.Run run = PipedConsole.run(Choosing.class, List.of(), "/" + what + " " + word, "hi");

        assertThat(run.lines())
                .containsExactly(
                        "connected to choosing-agent",
                        "There is no " + what + " \"" + word + "\"; /" + what + " lists them.",
                        "ask small");
        assertThat(run.exitCode()).isEqualTo(ChatCommand.FAILED);
    }

    @Test
    void forkGoesOnWithWhatWasChosenAndLeavesItsSourceAsItWas() {
        PipedConsole.Run run = PipedConsole.run(
                Choosing.class,
                List.of(),
                "one",
                "/mode code",
                "/model large",
                "/fork",
                "two",
                "/mode ask",
                "/model small",
                "three",
                "/switch 1",
                "four",
                "/new",
                "five");

        assertThat(run.lines())
                .containsSubsequence(
                        "ask small", "code large", "ask small", "session 1 · one", "code large", "ask small");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void modeThatIsAConfigurationOptionIsChosenThere() {
        PipedConsole.Run run =
                PipedConsole.run(OptionsOnly.class, List.of(), "/mode", "/mode Write code", "/mode", "/model", "hi");

        assertThat(run.lines())
                .containsExactly(
                        "connected to options-agent",
                        "* 1  Ask first  (ask)",
                        "  2  Write code  (code)",
                        "mode: Write code",
                        "  1  Ask first  (ask)",
                        "* 2  Write code  (code)",
                        "This agent offers no models to choose from.",
                        "code");
    }

    @Test
    void modeThatTheAgentChangesAndOneThatIsChosenAgainAreToldByName() {
        PipedConsole.Run run =
                PipedConsole.run(Choosing.class, List.of(), "be in code", "be in code", "/mode code", "/mode ask");

        assertThat(run.lines())
                .containsExactly(
                        "connected to choosing-agent",
                        "mode: Write code",
                        "code small",
                        "code small",
                        "mode: Write code",
                        "mode: Ask first");
    }

    private static SessionConfigSelect select(
            SessionConfigOptionCategory category, String name, String first, String second) {
        String[] ids = {first.split(" ")[0], second.split(" ")[0]};
        return SessionConfigSelect.builder(
                        new SessionConfigId("the-" + name),
                        name,
                        new SessionConfigValueId(ids[0]),
                        SessionConfigSelectOptions.of(
                                SessionConfigSelectOption.of(
                                        new SessionConfigValueId(ids[0]), first.substring(ids[0].length() + 1)),
                                SessionConfigSelectOption.of(
                                        new SessionConfigValueId(ids[1]), second.substring(ids[1].length() + 1))))
                .category(category)
                .build();
    }

    private static String chosen(PromptTurn turn) {
        return turn.session().configOptions().stream()
                .filter(SessionConfigSelect.class::isInstance)
                .map(option -> ((SessionConfigSelect) option).currentValue().value())
                .findFirst()
                .orElseThrow();
    }

    private static void serve(AcpAgentBuilder builder) throws InterruptedException {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
            builder.sessions(repository)
                    .build()
                    .serve(StdioTransport.ofProcessStreams())
                    .awaitClosed();
        }
    }

    /** An agent with two modes and two models that says which are chosen. */
    public static final class Choosing {
        private Choosing() {}

        public static void main(String[] args) throws InterruptedException {
            serve(AcpAgent.builder()
                    .info("choosing-agent", "1")
                    .modes(
                            SessionMode.of(new SessionModeId("ask"), "Ask first"),
                            SessionMode.of(new SessionModeId("code"), "Write code"))
                    .configOptions(select(
                            SessionConfigOptionCategory.MODEL, "model", "small Small model", "large Large model"))
                    .onPrompt(turn -> {
                        if (turn.text().startsWith("be in ")) {
                            turn.session().setMode(new SessionModeId(turn.text().substring("be in ".length())));
                        }
                        turn.say(Objects.requireNonNull(turn.session().modes())
                                        .currentModeId()
                                        .value()
                                + " " + chosen(turn));
                    }));
        }
    }

    /** An agent whose mode is a configuration option, as newer agents have it. */
    public static final class OptionsOnly {
        private OptionsOnly() {}

        public static void main(String[] args) throws InterruptedException {
            serve(AcpAgent.builder()
                    .info("options-agent", "1")
                    .configOptions(select(SessionConfigOptionCategory.MODE, "mode", "ask Ask first", "code Write code"))
                    .onPrompt(turn -> turn.say(chosen(turn))));
        }
    }
}
