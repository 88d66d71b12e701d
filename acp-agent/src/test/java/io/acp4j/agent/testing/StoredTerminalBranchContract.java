package io.acp4j.agent.testing;

import static io.acp4j.agent.testing.TerminalClient.output;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Terminals on branches of stored sessions: each branch that contains the tool call of a terminal contains its output. */
public abstract class StoredTerminalBranchContract extends StoredTerminalFixture {

    private static final ShownTerminal WHOLE = new ShownTerminal("whole", "0", false);

    /** Continues the session from a message and returns the replayed terminals. */
    private List<ShownTerminal> shownAfter(String way, TerminalClient client, String message, int version) {
        client.navigateTo(message);
        switch (way) {
            case "prompt" -> {
                client.prompt("say more");
                client.closeSession();
            }
            case "load" -> {
                client.load();
                assertThat(ShownTerminal.in(client.updates())).containsExactly(WHOLE);
            }
            case "close" -> client.closeSession();
            case "takeover" -> {}
            default -> throw new AssertionError(way);
        }
        return replayed(client.session(), version);
    }

    @ParameterizedTest
    @CsvSource({"prompt,1", "prompt,2", "load,1", "load,2", "close,1", "close,2", "takeover,1", "takeover,2"})
    void outputIsStoredOnTheBranchOfATerminalThatIsReleasedOnAnotherBranch(String way, int version) {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            client.prompt("say one");
            leave(client, "keep;say two");
            String two = client.message("two");
            client.navigateTo(1);
            client.output(output("whole", false, "0"));
            client.prompt("release;say other");
            assertThat(storedOutputs(client.session())).isZero();
            assertThat(shownAfter(way, client, two, version)).containsExactly(WHOLE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void outputIsStoredWhenAnotherClientContinuesTheBranch(int version) {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""));
                TerminalClient successor = new TerminalClient(agent, "")) {
            client.prompt("say one");
            leave(client, "keep;say two");
            String two = client.message("two");
            client.navigateTo(1);
            client.output(output("whole", false, "0"));
            client.prompt("release;say other");
            successor.resume(client.session());
            assertThat(shownAfter("close", successor, two, version)).containsExactly(WHOLE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void outputIsStoredOnEachBranchThatShowsTheTerminal(int version) {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            client.prompt("say one");
            leave(client, "keep;say two");
            String two = client.message("two");
            client.navigateTo(1);
            client.output(output("whole", false, "0"));
            client.prompt("again;release;say other");
            String other = client.message("other");
            assertThat(shownAfter("prompt", client, two, version)).containsExactly(WHOLE);
            client.resume(client.session());
            assertThat(shownAfter("close", client, other, version)).containsExactly(WHOLE);
        }
    }

    @Test
    void outputIsStoredOnceOnEachBranch() {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            client.prompt("say one");
            leave(client, "keep;say two");
            String two = client.message("two");
            client.navigateTo(1);
            client.output(output("whole", false, "0"));
            client.prompt("release;say other");
            String other = client.message("other");
            client.navigateTo(two);
            client.prompt("say three");
            assertThat(storedOutputs(client.session())).isEqualTo(1);
            client.navigateTo(other);
            client.prompt("say four");
            assertThat(storedOutputs(client.session())).isZero();
            client.navigateTo(client.message("four"));
            client.navigateTo(two);
            client.prompt("say five");
            assertThat(storedOutputs(client.session())).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void outputOfAReleasedTerminalIsStoredWithALaterReferenceOnAnotherBranch(int version) {
        try (TerminalClient client = new TerminalClient(agent, output("whole", false, "0"))) {
            client.prompt("say one");
            client.prompt("run");
            client.navigateTo(1);
            client.prompt("again");
            client.closeSession();
            assertThat(replayed(client.session(), version)).containsExactly(WHOLE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void outputIsStoredOnABranchThatBeginsBetweenTheTerminalAndItsRelease(int version) {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            leave(client, "keep;say one");
            client.output(output("whole", false, "0"));
            client.prompt("release;say two");
            client.navigateTo(client.message("one"));
            client.prompt("say other");
            client.closeSession();
            assertThat(replayed(client.session(), version)).containsExactly(WHOLE);
        }
    }

    @Test
    void lateOutputIsNotStoredOnAnotherBranch() {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            client.prompt("say one");
            leave(client, "leave");
            client.navigateTo(1);
            client.output(output("whole", false, "0"));
            client.prompt("release");
            assertThat(storedOutputs(client.session())).isZero();
        }
    }

    @Test
    void aTerminalIsStoredAgainOnABranchWithoutIt() {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            client.prompt("say one");
            leave(client, "leave");
            client.navigateTo(1);
            client.prompt("again;release");
            client.closeSession();
            assertThat(replayed(client.session(), 1)).containsExactly(new ShownTerminal("half", "", false));
        }
    }

    @Test
    void outputIsStoredAgainOnABranchThatContainsOnlyTheTerminal() {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            leave(client, "keep;say left");
            client.navigateTo(1);
            client.prompt("say right");
            client.closeSession();
            assertThat(replayed(client.session(), 1)).containsExactly(new ShownTerminal("half", "", false));
        }
    }
}
