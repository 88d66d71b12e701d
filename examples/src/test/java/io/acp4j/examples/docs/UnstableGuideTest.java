package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.ClientRequestContext;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.UnstableHandlers.ProviderHandlers;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.ProviderId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthAccount;
import io.acp4j.schema.auth.AuthState;
import io.acp4j.schema.auth.AuthStatusResponse;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.init.SessionSystemPromptCapabilities;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.plan.PlanMarkdown;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.prompt.Usage;
import io.acp4j.schema.provider.DisableProviderRequest;
import io.acp4j.schema.provider.ListProvidersRequest;
import io.acp4j.schema.provider.ListProvidersResponse;
import io.acp4j.schema.provider.LlmProtocol;
import io.acp4j.schema.provider.ProviderCurrentConfig;
import io.acp4j.schema.provider.ProviderInfo;
import io.acp4j.schema.provider.SetProviderRequest;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.SessionArchiveFilter;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.session.SessionStatus;
import io.acp4j.schema.session.SystemPrompt;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.PlanUpdate;
import io.acp4j.schema.update.RunningStateUpdate;
import io.acp4j.schema.update.SessionMessage;
import io.acp4j.schema.update.SubagentUpdate;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of docs/guides/unstable.md, run. */
class UnstableGuideTest {

    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();
    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());

    @AfterEach
    void close() {
        repository.close();
    }

    private static AcpAgentBuilder agent() {
        return AcpAgent.builder().info("agent", "1.0.0").onPrompt(turn -> turn.say("hi"));
    }

    private AcpClientBuilder client(AcpAgent agent) {
        agent.serve(pair.agent());
        return AcpClient.builder(pair.client());
    }

    private static NewSessionRequest.Builder here() {
        return NewSessionRequest.builder("/project");
    }

    @Test
    void userIsAskedToSignInWhenThatIsNeeded() {
        // snippet:auth
        AcpAgent agent = agent().unstable(more -> more.onAuthStatus((request, context) ->
                        AuthStatusResponse.of(AuthState.AUTHENTICATED, AuthAccount.of("API key"))))
                .build();
        // end
        Queue<AuthState> told = new ConcurrentLinkedQueue<>();
        try (AcpClient client =
                client(agent).onAuthStatus(status -> told.add(status.state())).connect()) {
            // snippet:auth-client
            AuthStatusResponse status = client.unstable().authStatus();
            boolean mustSignIn = status.state().equals(AuthState.UNAUTHENTICATED);
            // end
            assertThat(mustSignIn).isFalse();
            assertThat(status.accounts()).containsExactly(AuthAccount.of("API key"));
        }
    }

    // snippet:providers
    static final class Providers implements ProviderHandlers {

        private static final ProviderId MAIN = new ProviderId("main");

        private final Map<ProviderId, SetProviderRequest> configured = new ConcurrentHashMap<>();

        @Override
        public ListProvidersResponse list(ListProvidersRequest request, ClientRequestContext context) {
            SetProviderRequest main = configured.get(MAIN);
            ProviderCurrentConfig current =
                    main == null ? null : ProviderCurrentConfig.of(main.apiType(), main.baseUrl());
            return ListProvidersResponse.of(
                    List.of(new ProviderInfo(MAIN, List.of(LlmProtocol.OPENAI), false, current, null)));
        }

        @Override
        public void set(SetProviderRequest request, ClientRequestContext context) {
            if (!request.apiType().equals(LlmProtocol.OPENAI)) {
                throw AcpErrorException.invalidRequest("unknown_protocol", "only openai is spoken here");
            }
            configured.put(request.providerId(), request);
        }

        @Override
        public void disable(DisableProviderRequest request, ClientRequestContext context) {
            configured.remove(request.providerId());
        }
    }
    // end

    @Test
    void providersAreConfigured() {
        AcpAgent agent =
                agent().unstable(more -> more.providers(new Providers())).build();
        try (AcpClient client = client(agent).connect()) {
            // snippet:providers-client
            ProviderInfo main = client.unstable().listProviders().get(0);
            client.unstable()
                    .setProvider(SetProviderRequest.builder(
                                    main.providerId(), LlmProtocol.OPENAI, "https://models.example/v1")
                            .headers(Map.of("Authorization", "Bearer secret"))
                            .build());
            // end
            assertThat(client.unstable().listProviders().get(0).current())
                    .isEqualTo(ProviderCurrentConfig.of(LlmProtocol.OPENAI, "https://models.example/v1"));
            client.unstable().disableProvider(main.providerId());
            assertThat(client.unstable().listProviders().get(0).current()).isNull();
            assertThatThrownBy(() -> client.unstable()
                            .setProvider(SetProviderRequest.of(main.providerId(), LlmProtocol.VERTEX, "u")))
                    .isInstanceOf(AcpErrorException.class);
        }
    }

    @Test
    void sessionsAreArchivedAndNamed() {
        try (AcpClient client = client(agent().sessions(repository).build()).connect()) {
            ClientSession session = client.newSession(here().build());
            SessionId id = session.id();
            // snippet:archive
            String shown = session.setTitle(" Tea  ");
            session.archive();
            List<SessionInfo> archived = client.storedSessions(
                            ListSessionsRequest.ALL.archived(SessionArchiveFilter.ONLY))
                    .toList();
            client.unstable().unarchiveSession(id);
            boolean inMemory = client.unstable().sessionStatus(id).status().equals(SessionStatus.OPEN);
            // end
            assertThat(shown).isEqualTo("Tea");
            assertThat(archived).singleElement().satisfies(info -> {
                assertThat(info.sessionId()).isEqualTo(id);
                assertThat(info.title()).isEqualTo("Tea");
                assertThat(info.archived()).isTrue();
            });
            assertThat(inMemory).isFalse();
            assertThat(client.storedSessions()).hasSize(1);
        }
    }

    @Test
    void sessionGetsInstructions() {
        // snippet:system-prompt
        AcpAgent agent = agent().capabilities(all -> all.sessionCapabilities(SessionCapabilities.builder()
                        .systemPrompt(SessionSystemPromptCapabilities.OVERRIDE)
                        .build()))
                .onPrompt(turn -> {
                    SystemPrompt prompt = turn.session().systemPrompt();
                    turn.say(prompt == null ? "I use my own instructions." : "I use yours: " + prompt.mode());
                })
                .build();
        // end
        try (AcpClient client =
                client(agent).transcripts(TranscriptOptions.KEEP_ALL).connect()) {
            // snippet:system-prompt-client
            NewSessionRequest.Builder request = NewSessionRequest.builder("/project");
            if (Capabilities.SYSTEM_PROMPT.in(client.agentCapabilities())) {
                request.systemPrompt(SystemPrompt.append("Answer in one sentence."));
            }
            ClientSession session = client.newSession(request.build());
            // end
            session.prompt("?");
            assertThat(session.transcript().snapshot().messages().get(1).text()).isEqualTo("I use yours: append");
        }
    }

    // snippet:plans
    private static void plan(PromptTurn turn) {
        if (Capabilities.PLAN.in(turn.client().capabilities())) {
            turn.update(PlanUpdate.of(PlanMarkdown.of(new PlanId("design"), "# Design")));
        }
        turn.usage(Usage.of(1200, 80));
    }
    // end

    @Test
    void plansHaveIdsAndTurnsTellTheirUsage() {
        try (AcpClient client = client(agent().onPrompt(UnstableGuideTest::plan).build())
                .transcripts(TranscriptOptions.KEEP_ALL)
                // snippet:plans-client
                .capabilities(ClientCapabilities.builder().plan().build())
                // end
                .connect()) {
            ClientSession session = client.newSession(here().build());
            PromptResponse end = session.prompt("Plan");

            assertThat(session.transcript().snapshot().plans())
                    .containsEntry(new PlanId("design"), PlanMarkdown.of(new PlanId("design"), "# Design"));
            assertThat(end.usage()).isEqualTo(Usage.of(1200, 80));
        }
    }

    // snippet:subagents
    private static void search(PromptTurn turn) {
        SessionId child = new SessionId("child");
        turn.update(SubagentUpdate.builder(child)
                .title(Patch.of("Search"))
                .state(Patch.of(RunningStateUpdate.EMPTY))
                .build());
        turn.update(SessionMessage.of(
                new MessageId("m1"), turn.session().id(), child, List.of(ContentBlock.text("Find the tests"))));
        turn.update(SubagentUpdate.builder(child)
                .state(Patch.of(IdleStateUpdate.of(StopReason.END_TURN)))
                .build());
    }
    // end

    @Test
    void subagentsAreShown() {
        Queue<String> shown = new ConcurrentLinkedQueue<>();
        try (AcpClient client = client(
                        agent().onPrompt(UnstableGuideTest::search).build())
                .capabilities(ClientCapabilities.builder().subagents().build())
                // snippet:subagents-client
                .onUpdate((session, update) -> {
                    if (update instanceof SubagentUpdate subagent
                            && subagent.state().applyTo(null) instanceof IdleStateUpdate) {
                        shown.add(subagent.sessionId() + " is done");
                    }
                })
                // end
                .connect()) {
            client.newSession(here().build()).prompt("Search");

            assertThat(shown).containsExactly("child is done");
        }
    }
}
