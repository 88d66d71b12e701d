package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigOptionCategory;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.ClientSessionCapabilities;
import io.acp4j.schema.init.SessionConfigOptionsCapabilities;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.test.FakeClient;
import io.acp4j.test.FakeSession;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The code of docs/guides/modes-options-commands.md, run. */
class SettingsGuideTest {

    private static final Path PROJECT = Path.of(".").toAbsolutePath();

    // snippet:agent
    static final SessionMode ASK = SessionMode.of(new SessionModeId("ask"), "Ask first");
    static final SessionMode CODE = SessionMode.of(new SessionModeId("code"), "Change files");
    static final SessionConfigId MODEL = new SessionConfigId("model");

    static AcpAgent create() {
        SessionConfigOption model = SessionConfigSelect.builder(
                        MODEL,
                        "Model",
                        new SessionConfigValueId("small"),
                        SessionConfigSelectOptions.of(
                                SessionConfigSelectOption.of(new SessionConfigValueId("small"), "Small"),
                                SessionConfigSelectOption.of(new SessionConfigValueId("large"), "Large")))
                .category(SessionConfigOptionCategory.MODEL)
                .build();
        SessionConfigOption search = SessionConfigBoolean.of(new SessionConfigId("search"), "Search the web", false);
        return AcpAgent.builder()
                .info("planner", "1.0.0")
                .modes(ASK, CODE)
                .configOptions(model, search)
                .commands(AvailableCommand.of("plan", "Makes a plan", "what to plan"))
                .onPrompt(SettingsGuideTest::answer)
                .build();
    }
    // end

    // snippet:turn
    private static void answer(PromptTurn turn) {
        if (turn.text().startsWith("/plan")) {
            turn.say("A plan for" + turn.text().substring("/plan".length()));
            turn.session().setMode(CODE.id()); // the client is sent the update, a stored session keeps it
        } else {
            turn.say("Mode " + turn.session().modes().currentModeId());
        }
    }
    // end

    @Test
    void clientSetsModesAndOptions() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        create().serve(pair.agent());
        try (AcpClient client = AcpClient.builder(pair.client())
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect()) {
            // snippet:client
            ClientSession session = client.newSession(PROJECT);
            session.setMode(new SessionModeId("code"));
            session.setConfigOption(
                    new SessionConfigId("model"), SessionConfigValue.of(new SessionConfigValueId("large")));
            session.prompt("Where are we?");
            // end

            assertThat(session.modes().currentModeId()).isEqualTo(CODE.id());
            assertThat(session.transcript().snapshot().messages().get(1).text()).isEqualTo("Mode code");
            SessionConfigSelect model =
                    (SessionConfigSelect) session.configOptions().get(0);
            assertThat(model.currentValue()).isEqualTo(new SessionConfigValueId("large"));
            assertThatThrownBy(() -> session.setMode(new SessionModeId("none")))
                    .isInstanceOf(AcpErrorException.class)
                    .hasMessageContaining("unknown_mode");
        }
    }

    @Test
    void commandSwitchesTheMode() {
        try (FakeClient client = FakeClient.create().connect(create())) {
            FakeSession session = client.newSession();
            session.prompt("/plan a release");

            assertThat(session.said()).isEqualTo("A plan for a release");
            assertThat(session.updates(CurrentModeUpdate.class))
                    .extracting(CurrentModeUpdate::currentModeId)
                    .containsExactly(CODE.id());
        }
    }

    @Test
    void switchesAreSentToClientsThatKnowThem() {
        assertThat(optionsFor(ClientCapabilities.builder().build())).isEqualTo(1);
        // snippet:boolean
        ClientCapabilities capabilities = ClientCapabilities.builder()
                .session(ClientSessionCapabilities.builder()
                        .configOptions(SessionConfigOptionsCapabilities.BOOLEAN)
                        .build())
                .build();
        // end
        assertThat(optionsFor(capabilities)).isEqualTo(2);
    }

    private static int optionsFor(ClientCapabilities capabilities) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        create().serve(pair.agent());
        try (AcpClient client =
                AcpClient.builder(pair.client()).capabilities(capabilities).connect()) {
            return client.newSession(PROJECT).configOptions().size();
        }
    }
}
