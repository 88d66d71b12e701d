package io.acp4j.tck.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs as they are started from a command line; most of them wait for subjects that say nothing, so they run side by side. */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class CommandLineTest {

    @TempDir
    private Path directory;

    /** Certifies a shell script. */
    private KitCommand certify(String script, String... options) {
        List<String> args = new ArrayList<>(List.of("agent", "--report-dir", directory.toString()));
        args.addAll(Arrays.asList(options));
        args.addAll(List.of("--", "sh", "-c", script));
        return KitCommand.run(args.toArray(String[]::new));
    }

    private JsonNode report() throws Exception {
        return Json.read(Files.readAllBytes(directory.resolve("report.json")));
    }

    @Test
    @Timeout(120)
    void bothVersionsAreCertifiedIntoReportsOfTheirOwn() throws Exception {
        KitCommand outcome = certify(
                REFUSING,
                "--protocol",
                "both",
                "--timeout",
                "20",
                "--startup-timeout",
                "20",
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

    /** Refuses each request. */
    private static final String REFUSING = """
            while read -r line; do
              id=$(printf '%s' "$line" | sed -n 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/\\1/p')
              [ -n "$id" ] && printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"no"}}\\n' "$id"
            done
            """;

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

    @Test
    @Timeout(300)
    void wordsBeforeTheProgramSetItsVariables() throws Exception {
        KitCommand outcome = KitCommand.run(
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

    @Tag("full")
    @Test
    @Timeout(300)
    void aSilentSubjectGetsACompleteReportInBoundedTime() throws Exception {
        KitCommand outcome = certify("cat >/dev/null", "--timeout", "2", "--startup-timeout", "1");

        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.out()).contains("the subject is silent", "--startup-timeout");
        assertThat(report().path("scenarios")).isEmpty();
        assertThat(report().path("requirements").size()).isEqualTo((int) KitCommand.run("list")
                .out()
                .lines()
                .filter(line -> !line.startsWith("CLI-"))
                .count());
    }

    @Test
    @Timeout(300)
    void aDyingSubjectIsReportedWithItsExitCodeAndItsErrorOutput() throws Exception {
        KitCommand outcome = certify("echo 'out of cheese' >&2; exit 42", "--timeout", "5", "--startup-timeout", "5");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).contains("exited with code 42");
        assertThat(report().findValuesAsText("errors")).contains("out of cheese\n");
    }

    @Test
    @Timeout(300)
    void aBabblingSubjectIsReportedForIt() throws Exception {
        KitCommand outcome = certify(
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

    @Tag("full")
    @Test
    @Timeout(300)
    void anEndlesslyBabblingSubjectIsReportedInBoundedTime() {
        KitCommand outcome =
                certify("yes x | head -c 3000000; cat >/dev/null", "--timeout", "2", "--startup-timeout", "1");

        assertThat(outcome.code()).isEqualTo(1);
    }

    @Test
    @Timeout(300)
    void expectedFailuresAreReadFromAFileAndStaleOnesFail() throws Exception {
        Path baseline =
                Files.writeString(directory.resolve("baseline"), "# known\nINIT-001 # no answer\n\nSTDIO-001\n");

        KitCommand outcome = certify(BRIEF, "--only", "INIT-001", "--expected-failures", baseline.toString());

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out())
                .as("a requirement that was not run is not stale")
                .contains("remove them from the list): [INIT-001]");
    }

    @Test
    @Timeout(300)
    void aRunOfAnAreaIsPartialAndSaysSo() throws Exception {
        KitCommand outcome = certify(
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
        assertThat(KitCommand.run("agent", "--only", "NOTHING-*", "--", "true").code())
                .isEqualTo(2);
        assertThat(KitCommand.run("agent", "--profile", "mine", "--", "true").code())
                .isEqualTo(2);
    }

    @Test
    @Timeout(300)
    void namedScenarioPrintsOneLineAndHasAnExitCode() throws Exception {
        KitCommand outcome = certify(BRIEF, "--scenario", "fork", "--scenario", "unknown-id", "--progress", "none");

        assertThat(outcome.code()).isEqualTo(4);
        assertThat(outcome.out().lines())
                .hasSize(3)
                .startsWith(
                        "SKIPPED    fork: the subject does not offer `fork`",
                        "SKIPPED    unknown-id: the subject does not offer `fork.atMessageId`");
        assertThat(KitCommand.run("agent", "--scenario", "forks", "--", "true").code())
                .isEqualTo(2);
        assertThat(KitCommand.run("agent", "--scenario", "fork", "--only", "LIST", "--", "true")
                        .code())
                .isEqualTo(2);
    }

    @Test
    @Timeout(300)
    void selectionOfAnAreaSelectsTheProfilesThatContainIt() throws Exception {
        KitCommand outcome = certify(BRIEF, "--only", "FORK");

        assertThat(outcome.code()).isEqualTo(4);
        assertThat(outcome.out())
                .contains("Nothing was tested: ", "the subject does not offer `fork`")
                .doesNotContain("--profile");
    }

    @Test
    @Timeout(300)
    void anAgentThatNeedsAuthenticationIsSaidToAndCostsNoMoreThanItsSessions() throws Exception {
        KitCommand outcome = certify(
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
                        "60",
                        "--report-dir",
                        directory.toString(),
                        "--",
                        "sh",
                        "-c",
                        REFUSING.replace("do\n", "do sleep 1\n"))
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

        assertThat(KitCommand.run("compare", "-o", page.toString(), report, report)
                        .code())
                .isZero();
        assertThat(page).content().contains("INIT-001");
    }

    @Tag("full")
    @Test
    @Timeout(300)
    void aClientThatNeverStartsItsAgentGetsACompleteReport() throws Exception {
        KitCommand outcome =
                certifyClient("cat >/dev/null; : {agent}", "--timeout", "2", "--startup-timeout", "1", "--jobs", "8");

        assertThat(outcome.code()).isEqualTo(3);
        assertThat(report().path("side").asText()).isEqualTo("client");
        assertThat(report().at("/profile/trouble").asText()).contains("initialize");
    }

    @Tag("full")
    @Test
    @Timeout(300)
    void whatAClientSaysToItsAgentIsJudged() throws Exception {
        // It says something that is no message, asks for a version that is none, and waits for the end.
        String client = """
            { echo 'hello, agent'
              echo '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"one"}}'
              cat; } | {agent} >/dev/null
            """;
        KitCommand outcome = certifyClient(
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
    private KitCommand certifyClient(String script, String... options) {
        List<String> args = new ArrayList<>(List.of("client", "--report-dir", directory.toString()));
        args.addAll(Arrays.asList(options));
        args.addAll(List.of("--", "sh", "-c", script));
        return KitCommand.run(args.toArray(String[]::new));
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
