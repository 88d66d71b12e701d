package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Walks at random through what a client may do with a session, and holds all that the agent sends to {@link DraftWire}: prompts,
 * prompts that wait, withdrawals, cancellations, questions, failures, work without a prompt, closing and resuming. What is counted: each
 * prompt has one response, and each that was inserted, and each work, one end.
 */
public abstract class DraftWalkContract {

    private static final String[] PROMPTS = {
        "say a",
        "think hm;say b",
        "tool t;done t",
        "fail",
        "say a;fail",
        "tool t;ask t;done t",
        "wait %s;say late",
        "wait %s;fail",
        "steer;say c"
    };

    /** Opens an empty store; null for an agent that stores nothing. */
    protected abstract @Nullable SessionStore open();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everyWorkHasOneEndAndEveryPromptOneResponse(long seed) {
        SessionStore store = open();
        Conversations conversations = store == null ? null : Conversations.over(store);
        ScriptedAgent script = new ScriptedAgent().step("steer", turn -> turn.takeWaitingPrompt());
        AcpAgentBuilder builder = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .maxWaitingPrompts(3);
        if (conversations != null) {
            builder.conversations(conversations, ScriptedAgent.UNTITLED);
        }
        try (DraftClient client = DraftClient.of(builder.build())) {
            new Walk(script, client, new Random(seed), conversations != null).run();
        } finally {
            if (conversations != null) {
                conversations.close();
            }
        }
    }

    /** One walk. */
    private static final class Walk {
        private final ScriptedAgent script;
        private final DraftClient client;
        private final Random random;
        private final boolean stored;
        private final List<String> gates = new ArrayList<>();
        private final Map<Integer, String> prompts = new LinkedHashMap<>();
        private int works;
        private int made;
        private String session;

        Walk(ScriptedAgent script, DraftClient client, Random random, boolean stored) {
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
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> prompt();
                case 4 -> withdraw();
                case 5 -> client.raw().cancel(session);
                case 6, 7 -> openGates();
                case 8 -> work();
                case 9 -> client.await(session);
                case 10 -> answer();
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
                    var unused = open.startWork(work -> work.say("by itself"));
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

        private void reopen() {
            client.result(client.about("session/close", session));
            int ends = client.wire().ends(session).size();
            int inserted = inserted(session);
            assertThat(ends).as("ends of %s when it was closed", session).isBetween(inserted, inserted + works);
            finish();
            session = client.newSession();
        }

        private int inserted(String of) {
            return client.wire().inserted(of) - client.wire().steered(of);
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
                String last = session;
                int texts = client.wire().texts(last).size();
                client.result(client.request(
                        "session/resume",
                        "{'sessionId':'" + last + "','cwd':'/project','replayFrom':{'type':'start'}}"));
                assertThat(client.wire().texts(last)).hasSize(texts);
            }
        }
    }
}
