package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.json.RawJson;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts, insertions and ends of work in any order: each turn ends with the first end of work behind its insertion. */
class OverlappingTurnsWalkTest {

    private static final int STEPS = 60;

    private final RawAgent agent = new RawAgent();
    private final Queue<Prompt> waiting = new ArrayDeque<>();
    private final List<Prompt> inserted = new ArrayList<>();
    private boolean working;
    private int ends;

    private static final class Prompt {
        private final PromptTurn turn;
        private final JsonNode request;
        private final String message;
        private int end;

        Prompt(PromptTurn turn, JsonNode request, String message) {
            this.turn = turn;
            this.request = request;
            this.message = message;
        }
    }

    private void prompt(ClientSession session, String message) {
        PromptTurn turn = session.startTurn(message);
        waiting.add(new Prompt(turn, agent.expect("session/prompt"), message));
    }

    /** Held prompts are inserted in their order; the message goes back before the response or after it. */
    private void insert(boolean echoFirst) {
        Prompt prompt = waiting.remove();
        if (echoFirst) {
            V2Fixture.echo(agent, "s1", prompt.message, prompt.message);
        }
        V2Fixture.insert(agent, prompt.request, prompt.message);
        if (!echoFirst) {
            V2Fixture.echo(agent, "s1", prompt.message, prompt.message);
        }
        prompt.end = ends;
        inserted.add(prompt);
        run();
    }

    private void run() {
        V2Fixture.running(agent, "s1");
        working = true;
    }

    private void end() {
        agent.update("s1", V2Fixture.idle("'stopReason':'end_turn','_meta':{'end':" + ends + "}"));
        ends++;
        working = false;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void eachTurnEndsWithTheFirstEndOfWorkBehindItsInsertion(long seed) {
        Random random = new Random(seed);
        try (AcpClient client = V2Fixture.connect(agent, "{}", builder -> {})) {
            ClientSession session = V2Fixture.open(client, agent, "s1");
            prompt(session, "u0");
            insert(true);
            for (int step = 1; step < STEPS; step++) {
                int choice = random.nextInt(6);
                if (choice < 2) {
                    prompt(session, "u" + step);
                } else if (choice == 2 && !waiting.isEmpty()) {
                    insert(random.nextBoolean());
                } else if (choice == 3 && working) {
                    end();
                } else if (choice == 4) {
                    // Work that no prompt began, or a state that is told again.
                    run();
                } else if (!working) {
                    agent.update("s1", V2Fixture.idle(""));
                }
            }
            while (!waiting.isEmpty()) {
                insert(random.nextBoolean());
            }
            end();

            for (Prompt prompt : inserted) {
                assertThat(get(prompt.turn.inserted())).as("seed %d", seed).isEqualTo(new MessageId(prompt.message));
                assertThat(get(prompt.turn.result()).meta().get("end"))
                        .as("seed %d, %s", seed, prompt.message)
                        .isEqualTo(RawJson.parse(Integer.toString(prompt.end)));
            }
            V2Fixture.await(() -> !session.isTurnInProgress());
        }
    }
}
