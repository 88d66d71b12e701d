package io.acp4j.agent.testing;

import static io.acp4j.agent.testing.ShownTerminal.MISSING;
import static io.acp4j.agent.testing.TerminalClient.output;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Terminals in stored sessions: each version replays the stored output, and refers to no terminal that the client does not know. */
public abstract class StoredTerminalContract extends StoredTerminalFixture {

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void outputOfAReleasedTerminalIsReplayed(int version) {
        String session;
        try (TerminalClient client = new TerminalClient(agent, output(OUTPUT, false, "3"))) {
            client.prompt("run");
            session = client.session();
            assertThat(client.methods()).containsExactly("terminal/create", "terminal/output", "terminal/release");
            assertThat(client.updates())
                    .last()
                    .extracting(update -> update.at("/content/0/terminalId").asText())
                    .isEqualTo("term-1");
        }
        assertThat(replayed(session, version)).containsExactly(new ShownTerminal(SHOWN, "3", false));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aForkReplaysTheOutputOfItsSource(int version) {
        try (TerminalClient client = new TerminalClient(agent, output(OUTPUT, false, "0"))) {
            client.prompt("run");
            assertThat(replayed(client.fork(), version)).containsExactly(new ShownTerminal(SHOWN, "0", false));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void outputSoFarOfARunningTerminalIsStoredAtTheEndOfTheTurn(int version) {
        try (TerminalClient client = new TerminalClient(agent, output("half", true, ""))) {
            client.leave("leave");
            // The connection still has the terminal, so its own replay refers to it.
            client.load();
            assertThat(client.updates().toString()).contains("\"term-1\"").doesNotContain("acp4j/terminal");
            awaitOutput(client);
            assertThat(replayed(client.session(), version)).containsExactly(new ShownTerminal("half", "", true));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aTerminalThatWasRunningWhenTheConnectionEndedIsMarkedAsNotStored(int version) {
        String session;
        try (TerminalClient client = new TerminalClient(agent, output(OUTPUT, false, ""))) {
            client.prompt("leave;wait never", "terminal/create");
            client.serveUntil("session/update");
            session = client.session();
        }
        List<JsonNode> replayed = replay(session, version);
        assertThat(ShownTerminal.in(replayed))
                .allMatch(shown -> shown.text().equals(MISSING) && shown.exit().isEmpty());
        assertThat(replayed.toString()).doesNotContain("term-1");
        assertThat(replayed)
                .filteredOn(update -> update.path("sessionUpdate").asText().equals("terminal_update"))
                .allMatch(update -> update.has("exitStatus"));
    }

    @ParameterizedTest
    @CsvSource({"1,true", "2,true", "1,false", "2,false"})
    void aLongOutputIsCutAtALine(int version, boolean hasLines) {
        String text = (hasLines ? "x".repeat(99) + "\\n" : "\\u00e9".repeat(50)).repeat(1_000);
        String session;
        try (TerminalClient client = new TerminalClient(agent, output(text, false, "0"))) {
            client.prompt("run");
            session = client.session();
        }
        List<ShownTerminal> shown = replayed(session, version);
        assertThat(shown).hasSize(1);
        assertThat(shown.get(0).truncated()).isTrue();
        assertThat(shown.get(0).text().getBytes(StandardCharsets.UTF_8)).hasSizeBetween(65_000, 64 * 1024);
        assertThat(shown.get(0).text()).matches(hasLines ? "(?s)(x{99}\n)+" : "\u00e9+");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void terminalsOfDifferentConnectionsWithTheSameIdAreKeptApart(int version) {
        String session;
        try (TerminalClient client = new TerminalClient(agent, output("first", false, "0"))) {
            client.prompt("run");
            session = client.session();
        }
        try (TerminalClient client = new TerminalClient(agent, output("second", false, "1"))) {
            client.resume(session);
            client.prompt("run");
        }
        assertThat(replayed(session, version))
                .containsExactly(new ShownTerminal("first", "0", false), new ShownTerminal("second", "1", false));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aClientThatReturnsNoOutputIsStillToldToReleaseTheTerminal(int version) {
        String session;
        try (TerminalClient client = new TerminalClient(agent, "")) {
            client.prompt("run");
            session = client.session();
            assertThat(client.methods()).endsWith("terminal/output", "terminal/release");
        }
        assertThat(replayed(session, version)).containsExactly(new ShownTerminal(MISSING, "", false));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theOutputOfATerminalOfTheAgentIsReplayed(int version) {
        String session;
        try (V2Client client = V2Client.of(agent)) {
            session = client.newSession();
            client.result(client.prompt(session, "own"));
            client.awaitEnds(session, 1);
        }
        List<JsonNode> replayed = replay(session, version);
        assertThat(ShownTerminal.in(replayed)).containsExactly(new ShownTerminal(SHOWN, "2", false));
        assertThat(replayed.toString().contains("\"type\":\"terminal\"")).isEqualTo(version == 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSessionThatIsLoadedAfterItsCloseRefersToNoTerminalOfBefore(int version) {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            leave(client, "leave");
            client.closeSession();
            client.load();
            assertThat(client.updates().toString()).doesNotContain("\"term-1\"");
            assertThat(ShownTerminal.in(client.updates())).containsExactly(new ShownTerminal("half", "", false));
            assertThat(replayed(client.session(), version)).containsExactly(new ShownTerminal("half", "", false));
        }
    }

    @Test
    void theOutputOfAnOpenTerminalIsStoredWhenTheSessionIsClosed() {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            leave(client, "leave");
            client.output(output("whole", false, "0"));
            client.closeSession();
            assertThat(replayed(client.session(), 1)).containsExactly(new ShownTerminal("whole", "0", false));
        }
    }

    @Test
    void theOutputOfATerminalThatStaysOpenIsNotStoredAgainAtTheEndOfEachTurn() {
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            leave(client, "leave");
            client.prompt("say next");
            client.prompt("say next");
            client.closeSession();
            assertThat(client.methods()).containsExactly("terminal/create", "terminal/output", "terminal/output");
            assertThat(storedOutputs(client.session())).isEqualTo(1);
        }
    }

    @Test
    void aTerminalThatTheClientNoLongerHasIsReplacedWithTheStoredOutput() {
        try (TerminalClient client = new TerminalClient(agent, "")) {
            client.leave("leave");
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                client.load();
                assertThat(ShownTerminal.in(client.updates())).containsExactly(new ShownTerminal(MISSING, "", false));
            });
        }
    }

    @Test
    void aLostOutputDoesNotChangeTheTruncationOfWhatIsStored() {
        String session;
        try (TerminalClient client = new TerminalClient(agent, output("half", true, ""))) {
            leave(client, "leave");
            client.loseOutput();
            client.prompt("release");
            session = client.session();
        }
        assertThat(replayed(session, 1)).containsExactly(new ShownTerminal("half", "", true));
    }

    @Test
    void aReplaySendsTheEndOfALongOutputOnce() {
        String session;
        try (V2Client client = V2Client.of(agent)) {
            session = client.newSession();
            client.result(client.prompt(session, "flood"));
            client.awaitEnds(session, 1);
        }
        List<JsonNode> replayed = replay(session, 1);
        List<ShownTerminal> shown = ShownTerminal.in(replayed);
        assertThat(shown).hasSize(1);
        assertThat(shown.get(0).truncated()).isTrue();
        assertThat(shown.get(0).exit()).isEqualTo("0");
        assertThat(shown.get(0).text().length()).isEqualTo(64 * 1024);
        assertThat(replayed)
                .filteredOn(update -> update.toString().length() > 10_000)
                .hasSizeLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"1,forward", "2,forward", "1,backward", "2,backward"})
    void eachPageContainsTheOutputOfTheTerminalsOfItsToolCalls(int version, String direction) {
        String session;
        try (TerminalClient client = new TerminalClient(agent, output("half", false, ""))) {
            leave(client, "leave");
            client.output(output(OUTPUT, false, "0"));
            client.prompt("release");
            client.prompt("again");
            session = client.session();
        }
        List<List<ShownTerminal>> pages = pages(session, version, direction);
        assertThat(pages).hasSizeGreaterThan(2);
        assertThat(pages.stream().filter(page -> !page.isEmpty()))
                .containsExactly(
                        List.of(new ShownTerminal(SHOWN, "0", false)), List.of(new ShownTerminal(SHOWN, "0", false)));
    }

    /** Returns the terminals of each page of one message. */
    private List<List<ShownTerminal>> pages(String session, int version, String direction) {
        List<List<ShownTerminal>> pages = new ArrayList<>();
        try (StoredClient first = StoredClient.of(agent);
                V2Client second = V2Client.of(agent)) {
            String cursor = "";
            do {
                String params = "{'sessionId':'" + session + "','limit':1,'direction':'" + direction + "'"
                        + (cursor.isEmpty() ? "" : ",'cursor':'" + cursor + "'") + "}";
                JsonNode page = version == 1
                        ? first.call("_acp4j/session/path", params)
                        : second.result(second.request("_acp4j/session/path", params));
                List<JsonNode> updates = new ArrayList<>();
                page.get("messages").forEach(entry -> entry.get("updates").forEach(updates::add));
                pages.add(ShownTerminal.in(updates));
                cursor = page.path("nextCursor").asText("");
            } while (!cursor.isEmpty());
        }
        return pages;
    }

    @Test
    void pagesOfMessagesContainTheOutput() {
        String session;
        try (TerminalClient client = new TerminalClient(agent, output(OUTPUT, false, "0"))) {
            client.prompt("run");
            session = client.session();
        }
        try (StoredClient client = StoredClient.of(agent)) {
            List<JsonNode> updates = new ArrayList<>();
            client.call("_acp4j/session/path", "{'sessionId':'" + session + "'}")
                    .get("messages")
                    .forEach(entry -> entry.get("updates").forEach(updates::add));
            assertThat(ShownTerminal.in(updates)).containsExactly(new ShownTerminal(SHOWN, "0", false));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void outputOfAnOpenTerminalIsReplayedAfterATakeover(int version) {
        try (TerminalClient client = new TerminalClient(agent, output("half", true, ""))) {
            leave(client, "leave");
            assertThat(replayed(client.session(), version)).containsExactly(new ShownTerminal("half", "", true));
            // The previous client still has the terminal. Its output no longer changes the session.
            client.output(output("whole", false, "0"));
            CompletableFuture<Void> released = left.get().releaseAsync();
            client.serveUntil("terminal/release");
            assertThat(released).succeedsWithin(Duration.ofMinutes(1));
            assertThat(replayed(client.session(), version)).containsExactly(new ShownTerminal("half", "", true));
            assertThat(storedOutputs(client.session())).isEqualTo(1);
        }
    }
}
