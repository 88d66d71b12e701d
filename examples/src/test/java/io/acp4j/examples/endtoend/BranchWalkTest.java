package io.acp4j.examples.endtoend;

import io.acp4j.client.ClientSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random walks over all that a client can do with branches, and its agent by itself: after each step, what the client knows of each session is
 * what the agent's own path of it has, and a fork has what its user pointed at. {@code -Dwalk.count=500 -Dwalk.from=1000} walks further,
 * {@code -Dwalk.seed=N} walks one again.
 */
@Tag("full")
@Timeout(600)
class BranchWalkTest {

    private static final int WALKS = Integer.getInteger("walk.count", 5);
    private static final int STEPS = 75;

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "{0}, echo {1}, replay on fork {2}, clients of version {3} and {4}")
    @CsvSource({
        "memory, false, false, 1, 1",
        "memory, true, false, 1, 1",
        "memory, false, true, 1, 1",
        "memory, true, true, 1, 1",
        "sqlite, false, false, 1, 1",
        "sqlite, true, true, 1, 1",
        "memory, true, false, 2, 2",
        "memory, true, false, 1, 2",
        "sqlite, true, true, 2, 1",
        "memory, true, false, 2 over 1, 1",
        "memory, true, true, 1 over 2, 2 over 1",
        "memory, true, false, 1 ws, 2 http",
        "memory, true, true, 2 http, 1 http",
        "sqlite, true, false, 2 ws, 1 ws",
        "memory, false, true, 1 http, 1 ws"
    })
    void clientShowsTheActivePathAfterEachStep(
            String store, boolean echo, boolean replayOnFork, String link, String linkOfTheOther) {
        Long given = Long.getLong("walk.seed");
        long first = Long.getLong("walk.from", 1);
        for (int i = 0; i < (given == null ? WALKS : 1); i++) {
            WalkedAgent agent = new WalkedAgent();
            long seed = given == null ? first + i : given;
            List<String> steps = new ArrayList<>();
            try (WalkConnections connections = new WalkConnections(
                    store.startsWith("memory") ? null : directory.resolve(store + i),
                    repository -> new WalkLinks(agent.builder(repository, echo, replayOnFork)),
                    link,
                    linkOfTheOther)) {
                walk(new Walk(new Random(seed), agent, connections, new LinkedHashMap<>(), new HashMap<>(), steps));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + ", steps:\n" + String.join("\n", steps) + "\n" + e.getMessage(), e);
            }
        }
    }

    private static void walk(Walk walk) {
        ForkSteps forks = new ForkSteps(walk);
        walk.add(walk.client().newSession(Walk.CWD));
        for (int i = 0; i < STEPS; i++) {
            step(walk, forks);
            walk.open().values().forEach(walk.paths()::check);
        }
    }

    private static void step(Walk walk, ForkSteps forks) {
        ClientSteps client = new ClientSteps(walk);
        AgentSteps agent = new AgentSteps(walk);
        ClientSession session = walk.any();
        switch (walk.random().nextInt(33)) {
            case 0, 1, 2, 3 -> client.prompt(session);
            case 4, 5, 6 -> client.navigate(session);
            case 7 -> client.graft(session);
            case 8 -> client.prune(session);
            case 9 -> client.label(session);
            case 10, 11 -> forks.fork(session);
            case 12 -> forks.edit(session);
            case 13 -> forks.regenerate(session);
            case 14 -> client.reopen(session);
            case 15 -> client.takeOver(session);
            case 16 -> client.navigateTwice(session);
            case 17 -> forks.inTheMiddleOfATurn(session);
            case 18 -> client.delete(session);
            case 19, 20 -> client.mode(session);
            case 21 -> agent.graft(session);
            case 22 -> agent.prune(session);
            case 23 -> agent.append(session);
            case 24 -> agent.work(session);
            case 25 -> agent.inTheMiddleOfATurn(session);
            case 26 -> agent.navigateAsTheClientPrompts(session);
            case 27, 28 -> client.failingPrompt(session);
            case 29, 30 -> forks.atAnyMessage(session);
            case 31 -> client.restart();
            default -> agent.navigate(session);
        }
    }
}
