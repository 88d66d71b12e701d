package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.BackgroundToolCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Walks at random through what a client may do with a session, and holds all that the agent sends to {@link V2Wire}: prompts,
 * prompts that wait, withdrawals, cancellations, questions, failures, messages that are replaced and cleared, work in the background and
 * without a prompt, titles, states, closing, archiving and resuming, and questions of who opens a session. What is counted: each prompt has one response, and each that was
 * inserted, and each work, one end. What is compared: a replay shows what was shown, and lists say what was set.
 */
public abstract class V2WalkContract {

    private static final String[] PROMPTS = {
        "say a",
        "think hm;say b",
        "tool t;done t",
        "fail",
        "say a;fail",
        "tool t;ask t;done t",
        "wait %s;say late",
        "wait %s;fail",
        "steer;say c",
        "say a;edit;say b",
        "erase;fail",
        "behind;say d"
    };

    /** Opens an empty store; null for an agent that stores nothing. */
    protected abstract @Nullable SessionStore open();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everyWorkHasOneEndAndEveryPromptOneResponse(long seed) {
        SessionStore store = open();
        SessionRepository repository = store == null ? null : SessionRepository.over(store);
        ScriptedAgent script = new ScriptedAgent()
                .step("steer", turn -> turn.takeWaitingPrompt())
                .step("edit", turn -> turn.replace(turn.say("draft"), TextContent.of("final")))
                .step("erase", turn -> turn.clear(turn.say("gone")))
                .step("behind", V2WalkContract::workBehind);
        AcpAgentBuilder builder = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .maxWaitingPrompts(3);
        Asking asking = new Asking();
        builder.onNewSession((request, setup) -> {
            asking.ask(setup);
            return NewSessionResponse.builder(setup.sessionId()).build();
        });
        if (repository != null) {
            builder.sessions(repository, ScriptedAgent.UNTITLED).onLoadSession((request, setup) -> {
                asking.ask(setup);
                return LoadSessionResponse.EMPTY;
            });
        }
        try (V2Client client = V2Client.of(builder.build())) {
            new Walk(script, client, new Random(seed), repository != null).run();
        } finally {
            if (repository != null) {
                repository.close();
            }
        }
    }

    /** Asks the user something at every other opening of a session. */
    private static final class Asking {
        private final AtomicInteger openings = new AtomicInteger();

        void ask(SessionContext context) {
            if (openings.getAndIncrement() % 2 == 0) {
                ElicitationSchema schema = ElicitationSchema.builder()
                        .required("code", StringPropertySchema.builder().build())
                        .build();
                assertThat(context.client()
                                .elicit(FormElicitationRequest.of(
                                        ElicitationScope.of(context.requestId()), "The code?", schema)))
                        .isInstanceOf(ElicitationAccepted.class);
            }
        }
    }

    private static void workBehind(PromptTurn turn) {
        ToolCallHandle call = turn.toolCall("Behind", ToolKind.OTHER);
        turn.session().background(List.of(BackgroundToolCall.of(call.id())));
        call.complete("done");
        turn.session().background(List.of());
    }

    /** Returns the messages that updates come to, by kind and id. */
    private static List<String> messages(List<JsonNode> updates) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (JsonNode update : updates) {
            String kind = update.get("sessionUpdate").asText();
            String key =
                    kind.replace("_chunk", "") + " " + update.path("messageId").asText();
            if (kind.endsWith("_message_chunk") || kind.endsWith("_thought_chunk")) {
                texts.merge(key, update.at("/content/text").asText(), String::concat);
            } else if (kind.endsWith("_message") || kind.endsWith("_thought")) {
                String before = texts.getOrDefault(key, "");
                StringBuilder text = new StringBuilder();
                update.path("content")
                        .forEach(block -> text.append(block.path("text").asText()));
                texts.put(key, update.has("content") ? text.toString() : before);
            }
        }
        return texts.entrySet().stream().map(Map.Entry::toString).toList();
    }

    /** One walk. */
    private static final class Walk {
        private final ScriptedAgent script;
        private final V2Client client;
        private final Random random;
        private final boolean stored;
        private final List<String> gates = new ArrayList<>();
        private final Map<Integer, String> prompts = new LinkedHashMap<>();
        private final Map<String, String> titles = new LinkedHashMap<>();
        private int works;
        private int made;
        /** What the session had when it was opened again. */
        private int insertedBefore;

        private int steeredBefore;
        private int updatesBefore;
        private String session;

        Walk(ScriptedAgent script, V2Client client, Random random, boolean stored) {
            this.script = script;
            this.client = client;
            this.random = random;
            this.stored = stored;
            this.session = client.newSession();
        }

        void run() {
            for (int step = 0; step < 60; step++) {
                step();
            }
            settle();
        }

        private void step() {
            switch (random.nextInt(14)) {
                case 0, 1, 2, 3 -> prompt();
                case 4 -> withdraw();
                case 5 -> client.raw().cancel(session);
                case 6, 7 -> openGates();
                case 8 -> work();
                case 9 -> client.await(session);
                case 10 -> answer();
                case 11 -> title();
                case 12 -> status("open");
                default -> {
                    if (random.nextInt(3) == 0) {
                        reopen();
                    }
                }
            }
        }

        private void prompt() {
            String gate = "gate" + made++;
            String prompt = PROMPTS[random.nextInt(PROMPTS.length)].formatted(gate);
            if (prompt.contains(gate)) {
                gates.add(gate);
            }
            prompts.put(client.prompt(session, prompt), session);
        }

        private void withdraw() {
            List<Integer> open = prompts.keySet().stream()
                    .filter(id -> !client.isAnswered(id))
                    .toList();
            if (!open.isEmpty()) {
                client.withdraw(open.get(random.nextInt(open.size())));
            }
        }

        private void openGates() {
            gates.forEach(script::open);
            gates.clear();
        }

        private void work() {
            AgentSession open = client.raw().agent().session(new SessionId(session));
            if (open != null) {
                try {
                    var unused = open.startTurn(turn -> turn.say("by itself"));
                    works++;
                } catch (io.acp4j.rpc.AcpErrorException e) {
                    assertThat(e.getMessage()).contains("wait in this session");
                }
            }
        }

        /** Answers what is asked and has been read. */
        private void answer() {
            JsonNode question = client.askedYet();
            if (question != null) {
                client.raw().respond(question, "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"yes\"}}");
            }
        }

        private void title() {
            if (stored) {
                String title = "Title " + made++;
                JsonNode result = client.result(
                        client.request("session/set_title", "{'sessionId':'" + session + "','title':'" + title + "'}"));
                assertThat(result.get("title").asText()).isEqualTo(title);
                titles.put(session, title);
            }
        }

        private void status(String expected) {
            if (stored) {
                assertThat(client.result(client.about("session/status", session))
                                .get("status")
                                .asText())
                        .isEqualTo(expected);
            }
        }

        private void reopen() {
            boolean archives = stored && random.nextBoolean();
            client.result(client.about(archives ? "session/archive" : "session/close", session));
            int ends = client.wire().ends(session).size();
            int inserted = inserted(session);
            assertThat(ends).as("ends of %s when it was closed", session).isBetween(inserted, inserted + works);
            finish();
            status("saved");
            requireListed(archives);
            if (archives) {
                client.result(client.about("session/unarchive", session));
                requireListed(false);
            }
            if (stored && random.nextBoolean()) {
                resume();
            } else {
                session = client.newSession();
                insertedBefore = 0;
                steeredBefore = 0;
                updatesBefore = 0;
            }
        }

        /** Opens the session again; the replay shows what was shown. */
        private void resume() {
            List<JsonNode> all = client.updates(session);
            List<String> shown = messages(all.subList(updatesBefore, all.size()));
            updatesBefore = all.size();
            client.result(client.request(
                    "session/resume",
                    "{'sessionId':'" + session + "','cwd':'/project','replayFrom':{'type':'start'}}"));
            List<JsonNode> more = client.updates(session);
            assertThat(messages(more.subList(updatesBefore, more.size())))
                    .as("the replay of %s", session)
                    .isEqualTo(shown);
            insertedBefore = client.wire().inserted(session);
            steeredBefore = client.wire().steered(session);
        }

        private void requireListed(boolean archived) {
            if (!stored) {
                return;
            }
            for (String filter : List.of("exclude", "only")) {
                JsonNode found = null;
                for (JsonNode info : client.result(client.request("session/list", "{'archived':'" + filter + "'}"))
                        .get("sessions")) {
                    if (info.get("sessionId").asText().equals(session)) {
                        found = info;
                    }
                }
                assertThat(found != null)
                        .as("%s in the list %s", session, filter)
                        .isEqualTo(archived == filter.equals("only"));
                if (found != null && titles.containsKey(session)) {
                    assertThat(found.path("title").asText()).isEqualTo(titles.get(session));
                }
            }
        }

        private int inserted(String of) {
            return client.wire().inserted(of) - insertedBefore - (client.wire().steered(of) - steeredBefore);
        }

        /** Every prompt of a session that was closed has its response. */
        private void finish() {
            prompts.keySet().forEach(client::response);
            prompts.clear();
            works = 0;
            openGates();
        }

        private void settle() {
            openGates();
            while (prompts.keySet().stream().anyMatch(id -> !client.isAnswered(id))
                    || client.wire().ends(session).size() < inserted(session)
                    || !client.wire().state(session).equals("idle")) {
                JsonNode question = client.askedYet();
                if (question == null) {
                    client.take();
                } else {
                    client.raw().respond(question, "{\"outcome\":{\"outcome\":\"cancelled\"}}");
                }
            }
            client.result(client.about("session/close", session));
            int inserted = inserted(session);
            assertThat(client.wire().ends(session).size()).isBetween(inserted, inserted + works);
            client.wire().requireSettled();
            if (stored) {
                resume();
            }
        }
    }
}
