package io.acp4j.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.init.ProtocolVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code ./demo} shows, over a real child process. */
class DemoTest {

    private static List<String> play(int version) throws IOException, InterruptedException {
        return Demo.run(new ProtocolVersion(version), false);
    }

    @Tag("full")
    @ParameterizedTest(name = "version {0}")
    @ValueSource(ints = {1, 2})
    void agentOnTheNetworkIsKilledAndGoesOn(int version) throws Exception {
        assertThat(Demo.run(new ProtocolVersion(version), true))
                .anyMatch(line -> line.contains("over Streamable HTTP, in version " + version))
                .anyMatch(line -> line.startsWith("Killed it after two turns"))
                .anyMatch(line -> line.contains("loaded the session: it knows all 4 messages"))
                .anyMatch(line -> line.contains("How do I branch one?"));
    }

    @ParameterizedTest(name = "version {0}")
    @ValueSource(ints = {1, 2})
    void agentIsKilledAndGoesOn(int version) throws Exception {
        assertThat(play(version))
                .anyMatch(line -> line.endsWith("in version " + version + " of the protocol."))
                .anyMatch(line -> line.startsWith("Killed it after two turns"))
                .anyMatch(line -> line.contains("loaded the session: it knows all 4 messages"));
    }

    @Tag("full")
    @ParameterizedTest(name = "version {0}")
    @ValueSource(ints = {1, 2})
    void bothConversationsShareTheTrunkAndNothingElse(int version) throws Exception {
        List<String> lines = play(version);

        String all = String.join("\n", lines);
        int fork = all.indexOf('├');
        assertThat(fork).isPositive();
        assertThat(all.substring(0, fork))
                .contains("you   What is a session?", "agent A session is one conversation")
                .doesNotContain("How do I");
        assertThat(all.substring(fork))
                .contains("How do I list them?", "And how do I delete one?", "How do I branch one?");
        assertThat(lines).filteredOn(line -> line.contains("Question 3")).hasSize(1);
    }

    @Test
    void forkHasHeardOnlyWhatCameBeforeItsPoint() throws Exception {
        List<String> lines = play(1);

        // The right-hand column, put together again.
        StringBuilder fork = new StringBuilder();
        for (String line : lines) {
            int column = line.lastIndexOf('│');
            if (column > 0) {
                fork.append(line.substring(column + 1).strip()).append(' ');
            }
        }
        assertThat(fork.toString())
                .contains("Question 2. Before it you asked: What is a session?")
                .doesNotContain("list them");
    }

    @Test
    void lastLineNamesTheNextCommand() {
        StringWriter out = new StringWriter();
        CommandLine line = new CommandLine(new DemoCommand()).setOut(new PrintWriter(out, true));

        assertThat(line.execute()).isZero();

        assertThat(out.toString()
                        .lines()
                        .toList()
                        .get((int) out.toString().lines().count() - 1))
                .startsWith("Next: acp inspect ");
    }
}
