package io.acp4j.tck.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.Requirement;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the commands print at once, and what they say to who got them wrong. */
@DisabledOnOs(OS.WINDOWS)
class UsageTest {

    @TempDir
    private Path directory;

    @Test
    void listPrintsOneRequirementALine() {
        KitCommand outcome = KitCommand.run("list");

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out().lines())
                .hasSizeGreaterThan(150)
                .allMatch(line -> line.matches("[A-Z]+(-[A-Z]+)?-\\d{3}[A-Z]? .*"));
    }

    @Test
    void explainSaysWhereARequirementComesFrom() {
        KitCommand outcome = KitCommand.run("explain", "init-003");

        assertThat(outcome.out()).contains("INIT-003 (MUST)", "initialization", "init/response");
        assertThat(KitCommand.run("explain", "NONE-001").code()).isEqualTo(2);
    }

    @Test
    void requirementsOfVersion2AreListedAndExplainedApart() {
        assertThat(KitCommand.run("list", "--protocol", "2").out().lines())
                .hasSizeGreaterThan(250)
                .anyMatch(line -> line.startsWith("V2-PROMPT-011 "))
                .anyMatch(line -> line.startsWith("RPC-001 "))
                .noneMatch(line -> line.startsWith("INIT-001 "));
        assertThat(KitCommand.run("explain", "v2-prompt-011").out())
                .contains("V2-PROMPT-011 (MUST)", "protocol/v2/prompt-lifecycle", "v2-prompt/before-the-end");
        assertThat(KitCommand.run("list", "--protocol", "3").code()).isEqualTo(2);
        assertThat(KitCommand.run("agent", "--protocol", "3", "--", "true").code())
                .isEqualTo(2);
        assertThat(KitCommand.run("list", "--protocol", "2").out().lines())
                .anyMatch(line -> line.startsWith("V2-CLI-PROMPT-001 "))
                .anyMatch(line -> line.startsWith("CLI-MSG-001 "))
                .noneMatch(line -> line.startsWith("CLI-FS-001 "));
        assertThat(KitCommand.run("explain", "v2-cli-prompt-001").out())
                .contains("V2-CLI-PROMPT-001 (MUST)", "protocol/v2/prompt-lifecycle", "client/v2-prompt/inserted");
        assertThat(KitCommand.run("client", "--protocol", "3", "--", "true", "{agent}")
                        .code())
                .isEqualTo(2);
    }

    /** Returns one requirement for each page that is cited. */
    static Stream<Requirement> requirements() {
        return Stream.of(1, 2)
                .flatMap(version -> Stream.of(Catalogue.ofAgents(version), Catalogue.ofClients(version)))
                .flatMap(catalogue -> catalogue.all().stream()
                        .collect(Collectors.toMap(Requirement::link, Function.identity(), (one, other) -> one))
                        .values()
                        .stream());
    }

    @ParameterizedTest
    @MethodSource("requirements")
    void explainCitesEveryVersionThatARequirementIsOf(Requirement requirement) {
        assertThat(KitCommand.run("explain", requirement.id()).out())
                .contains(requirement.text(), requirement.citation() + " – " + requirement.link())
                .containsPattern("Versions of the protocol: .*" + requirement.protocol());
    }

    @Test
    void wrongUsageIsExplained() {
        assertThat(KitCommand.run("agent").err()).contains("Name the agent to certify");
        assertThat(KitCommand.run("agent", "--only", "NONE-001", "--", "true").code())
                .isEqualTo(2);
        assertThat(KitCommand.run("agent", "--ws", "http://localhost", "--only", "INIT-001")
                        .code())
                .isEqualTo(2);
        assertThat(KitCommand.run().code()).isEqualTo(2);
        String server = "--http=http://localhost:1/acp";
        assertThat(KitCommand.run("agent", "--second-token", "b", "--token", "a", "--ws", "ws://localhost:1/acp")
                        .err())
                .contains("A second token is for --http");
        assertThat(KitCommand.run("agent", "--second-token", "a-secret", "--token", "a-secret", server)
                        .err())
                .contains("A second token is another one")
                .doesNotContain("a-secret");
        assertThat(KitCommand.run("agent", "--second-token", "a", server).code())
                .isEqualTo(2);
        assertThat(KitCommand.run("agent", "--stalled-reader", "0", server).err())
                .contains("A reader stalls for longer");
        assertThat(KitCommand.run("agent", "--trust", "/no/such.pem", server).err())
                .contains("/no/such.pem cannot be read")
                .contains("certificates to trust");
    }

    /** What a person may get wrong, and what is said about it: in a line, with no stack trace and no report. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            agent -- /nonexistent/agent                     | There is no program "/nonexistent/agent"
            agent -- A=b no-such-agent --key=secret         | is it installed, and its directory on the PATH?
            agent -- /                                      | that is a directory
            agent -- ./pom.xml                              | the file is not executable
            client -- no-such-client {agent}                | There is no program "no-such-client"
            agent -- java~-cp~no.jar~Agent                  | give them as words of their own, not as one in quotes
            agent -- A_KEY=secret                           | name the program to certify
            agent --cwd /no/such/place -- true              | --cwd: there is no directory /no/such/place
            agent --expected-failures no-such.txt -- true   | --expected-failures: there is no file no-such.txt
            agent --expected-failures . -- true             | --expected-failures: . cannot be read
            agent --disk-limit -1 -- true                   | --disk-limit is from 0 to
            agent --disk-limit 9999999999999999 -- true     | --disk-limit is from 0 to
            compare no-such-report.json                     | There is no report no-such-report.json
            """)
    void wrongArgumentsAreToldInALine(String arguments, String told) {
        List<String> args = new ArrayList<>(List.of(arguments.split(" ")));
        Path reports = directory.resolve("reports");
        if (!args.get(0).equals("compare")) {
            args.addAll(1, List.of("--report-dir", reports.toString()));
        }

        KitCommand outcome =
                KitCommand.run(args.stream().map(each -> each.replace('~', ' ')).toArray(String[]::new));

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines()).hasSize(2);
        assertThat(outcome.err())
                .contains(told)
                .contains(" --help lists the options.")
                .doesNotContain("secret");
        assertThat(reports).doesNotExist();
    }

    @Test
    void nameOfAFileCannotSteerTheTerminal() {
        for (String[] args : new String[][] {
            {"compare", "a\u001b[31m.json"},
            {"explain", "INIT-001", "a\u001b[31m.json"},
            {"agent", "--expected-failures", "a\u001b[31m.txt", "--", "true"}
        }) {
            assertThat(KitCommand.run(args).err()).contains("a\\u001b[31m").doesNotContain("\u001b");
        }
    }

    @Test
    void aPortThatIsTakenIsToldInALine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());

            KitCommand outcome = KitCommand.run("client", "--ws-port", port, "--", "true", "{agent}");

            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err().lines()).hasSize(2).first().asString().contains("Cannot listen on port " + port);
        }
    }

    @Test
    void aCommandWithOptionsOfItsOwnIsToldToStandAfterTwoHyphens() {
        assertThat(KitCommand.run("agent", "java", "-cp", "x", "Foo").err())
                .contains("Unknown option", "Put -- before the command of the agent");
        assertThat(KitCommand.run("client", "my-client", "--agnt", "{agent}").err())
                .contains("Put -- before the command of the client");
        assertThat(KitCommand.run("agent", "--strct", "--", "true").err())
                .contains("--strict")
                .doesNotContain("Put --");
        assertThat(KitCommand.run("agent", "--strct").err())
                .contains("--strict")
                .doesNotContain("Put --");
    }

    @Test
    void theKitIsNamedAsItWasStarted() {
        assertThat(KitCommand.run("agent", "--help").out()).contains("Usage: acp-tck agent ");
        System.setProperty("io.acp4j.tck.name", "./tck");
        try {
            assertThat(KitCommand.run("agent", "--help").out()).contains("Usage: ./tck agent ");
            assertThat(KitCommand.run("agent").err()).contains("./tck agent --help lists the options.");
        } finally {
            System.clearProperty("io.acp4j.tck.name");
        }
    }

    @Test
    void requirementsOfClientsAreListedAndExplained() {
        assertThat(KitCommand.run("list").out()).contains("CLI-MSG-003 ", "CLI-FORK-002 ");
        assertThat(KitCommand.run("explain", "cli-msg-003").out())
                .contains("CLI-MSG-003 (MUST)", "client/message/interleaved");
    }

    @Test
    void aClientWithoutAPlaceForItsAgentIsWrongUsage() {
        assertThat(KitCommand.run("client").code()).isEqualTo(2);
        assertThat(KitCommand.run("client", "--", "my-client").err()).contains("{agent}");
        for (String option : List.of("--ws-port", "--http-port")) {
            assertThat(KitCommand.run("client", option, "70000", "--", "my-client", "{agent}")
                            .code())
                    .isEqualTo(2);
        }
        assertThat(KitCommand.run("client", "--ws-port", "0", "--http-port", "0", "--", "my-client", "{agent}")
                        .err())
                .contains("one of the two ports");
    }
}
