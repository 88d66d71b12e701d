package io.acp4j.tck.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@DisabledOnOs(OS.WINDOWS)
class CommandLineTest {

    @TempDir
    private Path directory;

    private record Outcome(int code, String out, String err) {}

    private static Outcome run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int code = line.execute(args);
        return new Outcome(code, out.toString(), err.toString());
    }

    /** Certifies a shell script. */
    private Outcome certify(String script, String... options) {
        List<String> args = new ArrayList<>(List.of("agent", "--report-dir", directory.toString()));
        args.addAll(Arrays.asList(options));
        args.addAll(List.of("--", "sh", "-c", script));
        return run(args.toArray(String[]::new));
    }

    private JsonNode report() throws Exception {
        return Json.read(Files.readAllBytes(directory.resolve("report.json")));
    }

    @Test
    void listPrintsOneRequirementALine() {
        Outcome outcome = run("list");

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out().lines())
                .hasSizeGreaterThan(150)
                .allMatch(line -> line.matches("[A-Z]+(-[A-Z]+)?-\\d{3}[A-Z]? .*"));
    }

    @Test
    void explainSaysWhereARequirementComesFrom() {
        Outcome outcome = run("explain", "init-003");

        assertThat(outcome.out()).contains("INIT-003 (MUST)", "initialization", "init/response");
        assertThat(run("explain", "NONE-001").code()).isEqualTo(2);
    }

    @Test
    void requirementsOfVersion2AreListedAndExplainedApart() {
        assertThat(run("list", "--protocol", "2").out().lines())
                .hasSizeGreaterThan(250)
                .anyMatch(line -> line.startsWith("V2-PROMPT-011 "))
                .anyMatch(line -> line.startsWith("RPC-001 "))
                .noneMatch(line -> line.startsWith("INIT-001 "));
        assertThat(run("explain", "v2-prompt-011").out())
                .contains("V2-PROMPT-011 (MUST)", "protocol/v2/prompt-lifecycle", "v2-prompt/before-the-end");
        assertThat(run("list", "--protocol", "3").code()).isEqualTo(2);
        assertThat(run("agent", "--protocol", "3", "--", "true").code()).isEqualTo(2);
        assertThat(run("list", "--protocol", "2").out().lines())
                .anyMatch(line -> line.startsWith("V2-CLI-PROMPT-001 "))
                .anyMatch(line -> line.startsWith("CLI-MSG-001 "))
                .noneMatch(line -> line.startsWith("CLI-FS-001 "));
        assertThat(run("explain", "v2-cli-prompt-001").out())
                .contains("V2-CLI-PROMPT-001 (MUST)", "protocol/v2/prompt-lifecycle", "client/v2-prompt/inserted");
        assertThat(run("client", "--protocol", "3", "--", "true", "{agent}").code())
                .isEqualTo(2);
    }

    @Test
    @Timeout(120)
    void bothVersionsAreCertifiedIntoReportsOfTheirOwn() throws Exception {
        Outcome outcome = certify(
                "cat >/dev/null",
                "--protocol",
                "both",
                "--timeout",
                "2",
                "--startup-timeout",
                "1",
                "--only",
                "INIT-001,V2-INIT-001");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out())
                .contains(
                        "Protocol: version 1, schema of " + officialSchema(),
                        "Protocol: version 2, schema of " + officialSchema(),
                        "V2-INIT-001");
        for (int version : new int[] {1, 2}) {
            Path report = directory.resolve("version-" + version).resolve("report.json");
            assertThat(Json.parse(Files.readString(report)).path("protocol").asInt())
                    .isEqualTo(version);
            assertThat(Json.parse(Files.readString(report)).path("schema").asText())
                    .isEqualTo(officialSchema());
        }
    }

    @Test
    void wrongUsageIsExplained() {
        assertThat(run("agent").err()).contains("Name the agent to certify");
        assertThat(run("agent", "--only", "NONE-001", "--", "true").code()).isEqualTo(2);
        assertThat(run("agent", "--ws", "http://localhost", "--only", "INIT-001")
                        .code())
                .isEqualTo(2);
        assertThat(run().code()).isEqualTo(2);
        String server = "--http=http://localhost:1/acp";
        assertThat(run("agent", "--second-token", "b", "--token", "a", "--ws", "ws://localhost:1/acp")
                        .err())
                .contains("A second token is for --http");
        assertThat(run("agent", "--second-token", "a-secret", "--token", "a-secret", server)
                        .err())
                .contains("A second token is another one")
                .doesNotContain("a-secret");
        assertThat(run("agent", "--second-token", "a", server).code()).isEqualTo(2);
        assertThat(run("agent", "--stalled-reader", "0", server).err()).contains("A reader stalls for longer");
        assertThat(run("agent", "--trust", "/no/such.pem", server).err())
                .contains("/no/such.pem cannot be read")
                .contains("certificates to trust");
    }

    /** Responds to initialize, and refuses everything else. */
    private static final String BRIEF = """
            while read -r line; do
              id=$(printf '%s' "$line" | sed -n 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/\\1/p')
              case $line in
                *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":1,"agentCapabilities":{}}}\\n' "$id";;
                *) [ -n "$id" ] && printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id";;
              esac
            done
            """;

    @Test
    @Timeout(300)
    void evidenceIsThatOfFailuresUnlessAllIsWanted() throws Exception {
        certify(BRIEF, "--only", "INIT-001");
        assertThat(report().path("requirements").findValuesAsText("outcome")).contains("PASS");
        assertThat(report().path("scenarios")).isNotEmpty().noneMatch(scenario -> scenario.has("connections"));

        certify(BRIEF, "--only", "INIT-001", "--all-evidence");
        JsonNode passed = report().path("scenarios").path(0);
        assertThat(passed.path("findings").findValuesAsText("outcome")).containsOnly("PASS");
        assertThat(passed.path("connections").path(0).path("transcript").findValuesAsText("direction"))
                .startsWith("sent", "received");
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
            compare no-such-report.json                     | There is no report no-such-report.json
            """)
    void wrongArgumentsAreToldInALine(String arguments, String told) {
        List<String> args = new ArrayList<>(List.of(arguments.split(" ")));
        Path reports = directory.resolve("reports");
        if (!args.get(0).equals("compare")) {
            args.addAll(1, List.of("--report-dir", reports.toString()));
        }

        Outcome outcome = run(args.stream().map(each -> each.replace('~', ' ')).toArray(String[]::new));

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines()).hasSize(2);
        assertThat(outcome.err()).contains(told).contains(" --help tells more.").doesNotContain("secret");
        assertThat(reports).doesNotExist();
    }

    @Test
    @Timeout(300)
    void wordsBeforeTheProgramSetItsVariables() throws Exception {
        Outcome outcome = run(
                "agent",
                "--report-dir",
                directory.toString(),
                "--timeout",
                "5",
                "--startup-timeout",
                "5",
                "--env",
                "SECOND=not-this",
                "--only",
                "INIT-001",
                "--",
                "FIRST=a=b",
                "SECOND=",
                "sh",
                "-c",
                "echo \"first $FIRST second[$SECOND]\" >&2; exit 42");

        assertThat(outcome.out()).contains("Subject: sh -c");
        assertThat(report().findValuesAsText("errors")).contains("first a=b second[]\n");
    }

    @Test
    void aPortThatIsTakenIsToldInALine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());

            Outcome outcome = run("client", "--ws-port", port, "--", "true", "{agent}");

            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err().lines()).hasSize(2).first().asString().contains("Cannot listen on port " + port);
        }
    }

    @Test
    void aCommandWithOptionsOfItsOwnIsToldToStandAfterTwoHyphens() {
        assertThat(run("agent", "java", "-cp", "x", "Foo").err())
                .contains("Unknown option", "Put -- before the command of the agent");
        assertThat(run("client", "my-client", "--agnt", "{agent}").err())
                .contains("Put -- before the command of the client");
        assertThat(run("agent", "--strct", "--", "true").err())
                .contains("--strict")
                .doesNotContain("Put --");
        assertThat(run("agent", "--strct").err()).contains("--strict").doesNotContain("Put --");
    }

    @Test
    void theKitIsNamedAsItWasStarted() {
        assertThat(run("agent", "--help").out()).contains("Usage: acp-tck agent ");
        System.setProperty("io.acp4j.tck.name", "./tck");
        try {
            assertThat(run("agent", "--help").out()).contains("Usage: ./tck agent ");
            assertThat(run("agent").err()).contains("./tck agent --help tells more.");
        } finally {
            System.clearProperty("io.acp4j.tck.name");
        }
    }

    @Test
    @Timeout(300)
    void aSilentSubjectGetsACompleteReportInBoundedTime() throws Exception {
        Outcome outcome = certify("cat >/dev/null", "--timeout", "2", "--startup-timeout", "1");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).contains("INIT-001");
        assertThat(report().path("requirements").size()).isEqualTo((int) run("list")
                .out()
                .lines()
                .filter(line -> !line.startsWith("CLI-"))
                .count());
    }

    @Test
    @Timeout(300)
    void aDyingSubjectIsReportedWithItsExitCodeAndItsErrorOutput() throws Exception {
        Outcome outcome = certify("echo 'out of cheese' >&2; exit 42", "--timeout", "5", "--startup-timeout", "5");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).contains("exited with code 42");
        assertThat(report().findValuesAsText("errors")).contains("out of cheese\n");
    }

    @Test
    @Timeout(300)
    void aBabblingSubjectIsReportedForIt() throws Exception {
        Outcome outcome = certify(
                "echo hello; cat >/dev/null",
                "--timeout",
                "2",
                "--startup-timeout",
                "1",
                "--only",
                "INIT-001,STDIO-001");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).contains("STDIO-001", "hello");
    }

    @Test
    @Timeout(300)
    void anEndlesslyBabblingSubjectIsReportedInBoundedTime() {
        Outcome outcome =
                certify("yes x | head -c 3000000; cat >/dev/null", "--timeout", "2", "--startup-timeout", "1");

        assertThat(outcome.code()).isEqualTo(1);
    }

    @Test
    @Timeout(300)
    void expectedFailuresAreReadFromAFileAndStaleOnesFail() throws Exception {
        Path baseline =
                Files.writeString(directory.resolve("baseline"), "# known\nINIT-001 # no answer\n\nSTDIO-001\n");

        Outcome outcome = certify(
                "cat >/dev/null",
                "--timeout",
                "2",
                "--startup-timeout",
                "1",
                "--only",
                "INIT-001",
                "--expected-failures",
                baseline.toString());

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).contains("take them off the list): [STDIO-001]");
    }

    @Test
    @Timeout(300)
    void aRunOfAnAreaIsPartialAndSaysSo() throws Exception {
        Outcome outcome = certify(
                "cat >/dev/null",
                "--timeout",
                "1",
                "--startup-timeout",
                "1",
                "--only",
                "CLOSE,LIST-*",
                "--progress",
                "plain");

        assertThat(outcome.code()).isEqualTo(4);
        assertThat(outcome.out()).contains("Partial: ", "Trouble: the subject is silent");
        assertThat(report().path("verdict").asText()).isEqualTo("PARTIAL");
        JsonNode badge = Json.read(Files.readAllBytes(directory.resolve("badge.json")));
        assertThat(badge.path("message").asText()).startsWith("PARTIAL ");
        assertThat(run("agent", "--only", "NOTHING-*", "--", "true").code()).isEqualTo(2);
        assertThat(run("agent", "--profile", "mine", "--", "true").code()).isEqualTo(2);
    }

    @Test
    @Timeout(300)
    void anAgentThatNeedsAuthenticationIsSaidToAndCostsNoMoreThanItsSessions() throws Exception {
        Outcome outcome = certify(
                AUTHENTICATING, "--timeout", "20", "--startup-timeout", "20", "--only", "INIT-001,INIT-002,SESS-001");

        assertThat(outcome.out()).contains("Trouble: the subject needs authentication", "one of [login]");
        JsonNode requirements = report().path("requirements");
        assertThat(requirements)
                .filteredOn(each -> each.path("id").asText().startsWith("INIT-00"))
                .filteredOn(each -> !each.path("outcome").asText().equals("SKIPPED"))
                .allMatch(each -> each.path("outcome").asText().equals("PASS"));
        assertThat(requirements)
                .filteredOn(each -> each.path("id").asText().equals("SESS-001"))
                .allMatch(each -> each.path("outcome").asText().equals("NOT_TESTED"));
    }

    /** Answers everything but initialize with the error that asks for authentication. */
    private static final String AUTHENTICATING = """
        while read -r line; do
          id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([^,}]*\\).*/\\1/p')
          case $line in
            *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":1,"authMethods":[{"id":"login","name":"Log in"}]}}\n' "$id" ;;
            *) [ -z "$id" ] || printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"Log in"}}\n' "$id" ;;
          esac
        done
        """;

    @Test
    @Timeout(180)
    void aRunThatIsToldToEndReportsWhatItHasFound() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "agent",
                        "--progress",
                        "plain",
                        "--jobs",
                        "1",
                        "--timeout",
                        "60",
                        "--startup-timeout",
                        "1",
                        "--report-dir",
                        directory.toString(),
                        "--",
                        "sh",
                        "-c",
                        "cat >/dev/null")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader progress = process.errorReader()) {
            assertThat(progress.readLine()).startsWith("1/");
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(report().path("partial").asText()).contains("interrupted");
        assertThat(report().path("verdict").asText()).isIn("PARTIAL", "FAIL");
        assertThat(directory.resolve("report.html")).exists();
    }

    @Test
    void reportsCanBePutSideBySide() throws Exception {
        certify("exit 1", "--timeout", "2", "--startup-timeout", "1", "--only", "INIT-001");
        String report = directory.resolve("report.json").toString();
        Path page = directory.resolve("both.html");

        assertThat(run("compare", "-o", page.toString(), report, report).code()).isZero();
        assertThat(page).content().contains("INIT-001");
    }

    @Test
    void requirementsOfClientsAreListedAndExplained() {
        assertThat(run("list").out()).contains("CLI-MSG-003 ", "CLI-FORK-002 ");
        assertThat(run("explain", "cli-msg-003").out()).contains("CLI-MSG-003 (MUST)", "client/message/interleaved");
    }

    @Test
    void aClientWithoutAPlaceForItsAgentIsWrongUsage() {
        assertThat(run("client").code()).isEqualTo(2);
        assertThat(run("client", "--", "my-client").err()).contains("{agent}");
        for (String option : List.of("--ws-port", "--http-port")) {
            assertThat(run("client", option, "70000", "--", "my-client", "{agent}")
                            .code())
                    .isEqualTo(2);
        }
        assertThat(run("client", "--ws-port", "0", "--http-port", "0", "--", "my-client", "{agent}")
                        .err())
                .contains("one of the two ports");
    }

    @Test
    @Timeout(300)
    void aClientThatNeverStartsItsAgentGetsACompleteReport() throws Exception {
        Outcome outcome =
                certifyClient("cat >/dev/null; : {agent}", "--timeout", "2", "--startup-timeout", "1", "--jobs", "8");

        assertThat(outcome.code()).isEqualTo(3);
        assertThat(report().path("side").asText()).isEqualTo("client");
        assertThat(report().at("/profile/trouble").asText()).contains("initialize");
    }

    @Test
    @Timeout(300)
    void whatAClientSaysToItsAgentIsJudged() throws Exception {
        // It says something that is no message, asks for a version that is none, and waits for the end.
        String client = """
            { echo 'hello, agent'
              echo '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"one"}}'
              cat; } | {agent} >/dev/null
            """;
        Outcome outcome = certifyClient(
                client,
                "--timeout",
                "10",
                "--startup-timeout",
                "60",
                "--only",
                "CLI-INIT-001,CLI-INIT-003,CLI-INIT-012,CLI-STDIO-001");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).contains("CLI-INIT-003", "CLI-STDIO-001", "hello, agent");
    }

    /** Certifies a shell script as a client. */
    private Outcome certifyClient(String script, String... options) {
        List<String> args = new ArrayList<>(List.of("client", "--report-dir", directory.toString()));
        args.addAll(Arrays.asList(options));
        args.addAll(List.of("--", "sh", "-c", script));
        return run(args.toArray(String[]::new));
    }

    /** The release whose schemas the tests against the official SDK use. */
    private static String officialSchema() throws IOException {
        String sdk = "@agentclientprotocol/sdk";
        return sdk + " "
                + Json.parse(Files.readString(Path.of("..", "interop", "package.json")))
                        .path("dependencies")
                        .path(sdk)
                        .asText();
    }
}
