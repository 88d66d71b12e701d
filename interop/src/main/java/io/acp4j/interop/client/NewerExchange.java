package io.acp4j.interop.client;

import io.acp4j.agent.AgentTerminal;
import io.acp4j.agent.PromptTurn.SteeringMessage;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.update.BackgroundTerminal;
import io.acp4j.schema.update.ToolCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Has our client and our agent say what only version 2 has, beside what is unsettled in both. */
final class NewerExchange {

    private static final ToolCallId CALL = new ToolCallId("call");
    private static final int SECONDS = 60;

    private final CompletableFuture<TerminalId> opened = new CompletableFuture<>();
    private final CompletableFuture<ToolCallId> called = new CompletableFuture<>();

    private NewerExchange() {}

    static void run(Recorder recorder) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        NewerExchange exchange = new NewerExchange();
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
            UnstableExchange.agent(repository)
                    .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                    .onPrompt(exchange::play)
                    .build()
                    .serve(pair.agent());
            try (AcpClient client = UnstableExchange.client(pair.client(), recorder)
                    .protocolVersions(ProtocolVersion.V2)
                    .transcripts(TranscriptOptions.KEEP_ALL)
                    .onUrlElicitation((request, context) -> CreateElicitationResponse.cancelled())
                    .onElicitationComplete(elicitation -> {})
                    .connect()) {
                exchange.ask(client);
            } catch (Exception e) {
                throw new IllegalStateException("the exchange of version 2 failed", e);
            }
        }
    }

    private void play(io.acp4j.agent.PromptTurn turn) throws Exception {
        if (!turn.text().equals("Work")) {
            UnstableExchange.report(turn);
            return;
        }
        ElicitationId question = new ElicitationId("question");
        turn.client()
                .elicit(UrlElicitationRequest.of(
                        ElicitationScope.of(turn.session().id()), "Log in", question, "https://accounts.example"));
        turn.client().completeElicitation(question);
        AgentTerminal terminal = turn.session().openTerminal("serve", "/project");
        terminal.size(80, 24);
        terminal.write("up\n".getBytes(StandardCharsets.UTF_8));
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        terminal.onCancel(() -> {
            terminal.killed("TERM");
            turn.session().background(List.of());
            stopped.complete(null);
        });
        turn.session().background(List.of(BackgroundTerminal.of(terminal.id())));
        ToolCallHandle call = turn.toolCall(ToolCall.builder(CALL, "Build").build());
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        call.onCancel(() -> {
            call.cancelled("not needed");
            cancelled.complete(null);
        });
        opened.complete(terminal.id());
        called.complete(call.id());
        stopped.get(SECONDS, TimeUnit.SECONDS);
        cancelled.get(SECONDS, TimeUnit.SECONDS);
        SteeringMessage more = null;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (more == null && System.nanoTime() < end) {
            more = turn.takeWaitingPrompt();
            Thread.onSpinWait();
        }
        turn.say("You said: " + (more == null ? "nothing" : more.text()));
        turn.session().startTurn(work -> work.say("by itself"));
    }

    private void ask(AcpClient client) throws Exception {
        ClientSession session = UnstableExchange.ask(client);
        PromptTurn turn = session.startTurn("Work");
        TerminalId terminal = opened.get(SECONDS, TimeUnit.SECONDS);
        ToolCallId call = called.get(SECONDS, TimeUnit.SECONDS);
        // The turn must have been seen, since the client refuses what was not offered.
        awaitOffers(session, terminal, call);
        PromptTurn withdrawn = session.startTurn("withdrawn");
        withdrawn.cancel();
        var unused = withdrawn.result().handle((response, failure) -> response).get(SECONDS, TimeUnit.SECONDS);
        session.cancelTerminal(terminal);
        session.cancelToolCall(call);
        session.startTurn(List.of(ContentBlock.text("more"))).inserted().get(SECONDS, TimeUnit.SECONDS);
        turn.result().get(SECONDS, TimeUnit.SECONDS);
    }

    @SuppressWarnings("try") // the subscription is only closed
    private static void awaitOffers(ClientSession session, TerminalId terminal, ToolCallId call) throws Exception {
        CompletableFuture<Void> offered = new CompletableFuture<>();
        try (var unused = session.transcript().onChange((change, now) -> {
            if (offers(now, terminal, call)) {
                offered.complete(null);
            }
        })) {
            if (!offers(session.transcript().snapshot(), terminal, call)) {
                offered.get(SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private static boolean offers(Conversation now, TerminalId terminal, ToolCallId call) {
        var running = now.terminals().get(terminal);
        var shown = now.find(call);
        return running != null && running.isCancellable() && shown != null && shown.isCancellable();
    }
}
