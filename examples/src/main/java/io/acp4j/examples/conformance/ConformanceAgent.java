package io.acp4j.examples.conformance;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.SessionSetup;
import io.acp4j.agent.Turn;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.config.SessionConfigSelect;
import io.acp4j.schema.v1.config.SessionConfigSelectOption;
import io.acp4j.schema.v1.config.SessionConfigSelectOptions;
import io.acp4j.schema.v1.config.SessionConfigValue;
import io.acp4j.schema.v1.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.v1.init.PromptCapabilities;
import io.acp4j.schema.v1.mode.SessionMode;
import io.acp4j.schema.v1.mode.SessionModeState;
import io.acp4j.schema.v1.session.NewSessionRequest;
import io.acp4j.schema.v1.session.NewSessionResponse;
import io.acp4j.transport.stdio.StdioTransport;
import java.util.List;

/**
 * Answers prompts of the conformance kit's vocabulary without a model, and keeps its sessions in memory. Everything else is
 * the library's: what is certified here is what any agent gets that is built with it.
 */
public final class ConformanceAgent {

    private static final SessionConfigId MODEL = new SessionConfigId("model");
    private static final List<String> MODELS = List.of("small", "large");

    private ConformanceAgent() {}

    /**
     * Serves one client over this process's stdin and stdout.
     *
     * @param args unused
     * @throws InterruptedException when the process is told to stop
     */
    public static void main(String[] args) throws InterruptedException {
        create(SessionStore.inMemory()).serve(StdioTransport.ofProcessStreams()).awaitClosed();
    }

    static AcpAgent create(SessionStore store) {
        return AcpAgent.builder("conformance-agent", "0.1.0")
                .capabilities(capabilities -> capabilities.promptCapabilities(PromptCapabilities.builder()
                        .image(true)
                        .audio(true)
                        .embeddedContext(true)
                        .build()))
                .conversations(Conversations.over(store))
                .echoUserMessages(true)
                .onNewSession(ConformanceAgent::begin)
                .onSetMode((request, session) -> {})
                .onSetConfigOption(ConformanceAgent::options)
                .onPrompt(ConformanceAgent::answer)
                .build();
    }

    private static NewSessionResponse begin(NewSessionRequest request, SessionSetup setup) {
        return NewSessionResponse.builder(setup.sessionId())
                .modes(SessionModeState.of(
                        new SessionModeId("ask"),
                        List.of(
                                SessionMode.of(new SessionModeId("ask"), "Ask"),
                                SessionMode.of(new SessionModeId("code"), "Code"))))
                .configOptions(List.of(model(MODELS.get(0))))
                .build();
    }

    static SessionConfigOption model(String value) {
        SessionConfigSelectOption[] choices = MODELS.stream()
                .map(each -> SessionConfigSelectOption.of(new SessionConfigValueId(each), each))
                .toArray(SessionConfigSelectOption[]::new);
        return SessionConfigSelect.builder(
                        MODEL, "Model", new SessionConfigValueId(value), SessionConfigSelectOptions.of(choices))
                .build();
    }

    private static List<SessionConfigOption> options(SetSessionConfigOptionRequest request, AgentSession session) {
        if (request.configId().equals(MODEL)
                && request.value() instanceof SessionConfigValue.Choice choice
                && MODELS.contains(choice.id().value())) {
            return List.of(model(choice.id().value()));
        }
        throw new AcpErrorException(ErrorCode.INVALID_PARAMS, "There is no such option or value", null);
    }

    private static void answer(Turn turn) throws Exception {
        String text = turn.text();
        if (text.startsWith(Vocabulary.PREFIX)) {
            new Vocabulary(turn).act(text.substring(Vocabulary.PREFIX.length()));
        } else {
            turn.say("I have heard " + text.length() + " characters");
        }
    }
}
