package io.acp4j.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.BranchSessionTool;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.json.RawJson;
import io.acp4j.transport.stdio.StdioTransport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Branches that the tool of an agent's model makes, as the console tells of them and goes to them. */
class ConsoleModelBranchesTest {

    @Test
    void branchOfTheModelIsToldOnceListedAndGoneTo() {
        PipedConsole.Run run = PipedConsole.run(
                Branching.class,
                List.of(),
                "first",
                "branch {\"label\":\"an idea\"}",
                "third",
                "/tree",
                "/switch 2",
                "second",
                "/messages");

        assertThat(run.lines())
                .containsExactly(
                        "connected to branching-agent",
                        "1 heard",
                        "branched",
                        "new branch: session 2 · an idea",
                        "3 heard",
                        "* 1  first",
                        "    2  an idea",
                        "session 2 · an idea",
                        "> first",
                        "1 heard",
                        "2 heard",
                        "1  you    first",
                        "2  agent  1 heard",
                        "3  you    second",
                        "4  agent  2 heard");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void branchesWithoutALabelInForksAndAfterAnEditAreToldOf() {
        PipedConsole.Run run = PipedConsole.run(
                Branching.class,
                List.of(),
                "first",
                "branch {}",
                "branch {\"at_message\":1}",
                "/fork 2",
                "branch {}",
                "/edit 1 branch {}",
                "/delete 2",
                "bye");

        assertThat(run.lines())
                .filteredOn(line -> line.startsWith("new branch: "))
                .extracting(line -> line.replaceFirst(" · .*", ""))
                .containsExactly(
                        "new branch: session 2",
                        "new branch: session 3",
                        "new branch: session 5",
                        "new branch: session 7");
        assertThat(run.lines()).endsWith("deleted session 2", "2 heard");
        assertThat(run.exitCode()).isZero();
    }

    /** An agent whose model branches its session when it is told to. */
    public static final class Branching {
        private Branching() {}

        public static void main(String[] args) throws InterruptedException {
            try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
                BranchSessionTool tool = new BranchSessionTool(repository);
                AcpAgent.builder()
                        .info("branching-agent", "1")
                        .sessions(repository)
                        .onPrompt(turn -> answer(turn, tool))
                        .build()
                        .serve(StdioTransport.ofProcessStreams())
                        .awaitClosed();
            }
        }

        private static void answer(PromptTurn turn, BranchSessionTool tool) {
            if (turn.text().startsWith("branch ")) {
                tool.call(turn, RawJson.parse(turn.text().substring("branch ".length())));
                turn.say("branched");
                return;
            }
            turn.say(turn.history().stream()
                            .filter(entry -> entry.kind() == NodeKind.USER)
                            .count()
                    + " heard");
        }
    }
}
