package io.acp4j.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.cli.launcher.LauncherCheckout.Result;
import io.acp4j.cli.launcher.LauncherCheckout.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class AcpLauncherTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** Prints what Maven prints, counts its runs in the file builds, and makes the jar. */
    private static final String BUILD = """
            echo "$*" >>builds
            echo '[INFO] Downloaded from central: https://example.com/a.pom (812 B at 1 kB/s)'
            echo '[INFO] Building acp-schema 0.1.0-SNAPSHOT   [1/2]'
            echo '[INFO] Downloaded from central: https://example.com/a.jar (1.4 MB at 3.0 MB/s)'
            echo '[INFO] Downloaded from mirror: https://example.com/b.jar (640 kB at 3.0 MB/s)'
            echo '[INFO] Building acp-cli 0.1.0-SNAPSHOT   [2/2]'
            mkdir -p acp-cli/target/launch
            echo built >acp-cli/target/launch/acp.jar
            printf '\\033[0m'
            """;

    @TempDir
    Path directory;

    LauncherCheckout checkout;

    @BeforeEach
    void copyLaunchers() throws IOException {
        checkout = new LauncherCheckout(directory);
    }

    private Map<String, String> jdk17() throws IOException {
        return Map.of("JAVA_HOME", checkout.jdk("a jdk", "17.0.15").toString());
    }

    private Path builds() {
        return checkout.root().resolve("builds");
    }

    @Test
    void aMachineWithoutJavaIsReportedWithTheCommandsThatInstallIt() throws Exception {
        Result result = checkout.run(Map.of(), "acp", "demo");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .startsWith("acp: No JDK 17 or later was found.")
                .contains(
                        "JAVA_HOME is not set",
                        "apt-get install openjdk-17-jdk-headless",
                        "brew install",
                        "sdk install",
                        "WSL");
    }

    @Test
    void eachUnsuitableJavaIsNamedWithItsPlaceAndFault() throws Exception {
        Path old = checkout.jdk("jdk 11", "11.0.2");
        Path older = checkout.jdk("jdk 8", "1.8.0_392");
        Path runtime = checkout.runtime("jre 21", "21.0.1");

        Result result = checkout.run(
                Map.of("JAVA_HOME", directory + "/none", "ACP_JDK_DIRS", old + ":" + older + ":" + runtime),
                "acp",
                "demo");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err())
                .contains(
                        "JAVA_HOME: " + directory + "/none contains no bin/java",
                        old + " is Java 11\n",
                        older + " is Java 8\n",
                        runtime + " is Java 21 without the compiler javac: a runtime, not a JDK");
    }

    @Test
    void anInstalledJdkReplacesAnUnsuitableJavaHomeWithANotice() throws Exception {
        Path old = checkout.jdk("jdk 11", "11.0.2");
        Path suitable = checkout.jdk("jdk 21", "21.0.1");
        checkout.installMaven("3.8.7", BUILD);

        Result result =
                checkout.run(Map.of("JAVA_HOME", old.toString(), "ACP_JDK_DIRS", suitable.toString()), "acp", "demo");

        assertThat(result.status()).isZero();
        assertThat(result.err())
                .contains("acp: using Java 21 in " + suitable + ", because\n  JAVA_HOME: " + old + " is Java 11");
    }

    @Test
    void theJarRunsOnARuntimeWithoutACompiler() throws Exception {
        checkout.createJar();
        Path runtime = checkout.runtime("a runtime", "17");

        Result result = checkout.run(Map.of("JAVA_HOME", runtime.toString()), "acp", "chat", "--", "my agent", "");

        assertThat(result.status()).isZero();
        assertThat(result.out())
                .startsWith("<java><-XX:")
                .endsWith("<-jar><" + checkout.jar() + "><chat><--><my agent><>");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void theJarOfAnotherBuildIsNeitherRunNorReplaced() throws Exception {
        checkout.createJar();
        Path packaged = checkout.root().resolve("acp-cli/target/acp.jar");
        LauncherCheckout.write(packaged, "packaged");

        assertThat(checkout.run(jdk17(), "acp", "demo").out()).endsWith("<-jar><" + checkout.jar() + "><demo>");

        Files.delete(checkout.jar());
        checkout.installMaven("3.9.1", BUILD);
        assertThat(checkout.run(jdk17(), "acp", "demo").status()).isZero();
        assertThat(checkout.jar()).hasContent("built");
        assertThat(packaged).hasContent("packaged");
    }

    @Test
    void aProgramThatRunsKeepsItsJarWhenAnotherOneIsBuilt() throws Exception {
        checkout.createJar();
        Path running = Files.createLink(directory.resolve("the same file"), checkout.jar());
        Files.setLastModifiedTime(checkout.jar(), FileTime.fromMillis(0));
        checkout.installMaven("3.9.1", BUILD);

        assertThat(checkout.run(jdk17(), "acp", "demo").status()).isZero();

        assertThat(checkout.jar()).hasContent("built");
        assertThat(running).hasContent("jar");
    }

    @Test
    void theNameForTheUsageContainsNoDirectoryOfTheMachine() throws Exception {
        checkout.createJar();
        assertThat(checkout.run(jdk17(), "acp", "certify", "--help").out()).contains("<-Dio.acp4j.cli.name=acp>");
    }

    @Test
    void aMissingJarIsBuiltWithoutTestsAndTheProgressIsReported() throws Exception {
        checkout.installMaven("3.9.1", BUILD);

        Result result = checkout.run(jdk17(), "acp", "demo");

        assertThat(result.status()).isZero();
        assertThat(result.out()).endsWith("<demo>");
        assertThat(result.err())
                .contains("acp: 1 of 2: acp-schema, 1 files (0 MB) downloaded\n")
                .contains("acp: 2 of 2: acp-cli, 3 files (2 MB) downloaded\n")
                .contains("acp: Built in ");
        assertThat(Files.readString(builds())).contains("-Dlaunch -pl acp-cli -am package");
        assertThat(checkout.jar()).hasContent("built");
        assertThat(checkout.lock()).doesNotExist();
        assertThat(checkout.root().resolve("target/launch/build.log")).content().contains("Building acp-schema");
    }

    @Test
    void aJarThatIsNewerThanTheSourcesIsNotBuilt() throws Exception {
        checkout.createJar();

        assertThat(checkout.run(jdk17(), "acp", "demo").status()).isZero();

        assertThat(builds()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"changed source", "deleted source", "changed POM"})
    void theJarIsBuiltAgainAfterAChange(String change) throws Exception {
        checkout.createJar();
        FileTime past = FileTime.from(Instant.now().minusSeconds(3600));
        Files.setLastModifiedTime(checkout.jar(), past);
        for (Path path : new Path[] {
            checkout.root().resolve("pom.xml"),
            checkout.source(),
            checkout.source().getParent()
        }) {
            Files.setLastModifiedTime(path, FileTime.from(past.toInstant().minusSeconds(60)));
        }
        for (Path path = checkout.source().getParent(); !path.endsWith("src"); path = path.getParent()) {
            Files.setLastModifiedTime(path, FileTime.from(past.toInstant().minusSeconds(60)));
        }
        checkout.installMaven("3.8.7", BUILD);
        assertThat(checkout.run(jdk17(), "acp", "demo").status()).isZero();
        assertThat(builds()).doesNotExist();

        switch (change) {
            case "changed source" -> Files.writeString(checkout.source(), "class A { }");
            case "deleted source" -> Files.delete(checkout.source());
            default -> Files.writeString(checkout.root().resolve("pom.xml"), "<project> </project>");
        }

        assertThat(checkout.run(Map.of("JAVA_HOME", jdk17().get("JAVA_HOME"), "ACP_BUILD", "never"), "acp", "demo")
                        .status())
                .isZero();
        assertThat(checkout.jar()).hasContent("jar");
        assertThat(checkout.run(jdk17(), "acp", "demo").status()).isZero();
        assertThat(checkout.jar()).hasContent("built");
    }

    @Test
    void aFailedBuildShowsItsReasonAndTheLog() throws Exception {
        checkout.installMaven("3.8.7", """
                for i in {1..100}; do echo "[INFO] line $i"; done
                echo '[ERROR] A.java:[3,5] cannot find symbol'
                echo '[ERROR] Could not transfer artifact a:b:jar:1'
                echo '[ERROR] Re-run Maven using the -X switch to enable full debug logging.'
                exit 1
                """);

        Result result = checkout.run(jdk17(), "acp", "demo");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .contains("cannot find symbol", "mirror or proxy in ~/.m2/settings.xml")
                .contains("The build failed. The whole log is in "
                        + checkout.root().resolve("target/launch/build.log"))
                .doesNotContain("line 1", "Re-run Maven");
        assertThat(checkout.lock()).doesNotExist();
    }

    @Test
    void launchersThatStartAtTheSameTimeBuildOnce() throws Exception {
        Path proceed = directory.resolve("proceed");
        checkout.installMaven("3.8.7", "until [[ -e '" + proceed + "' ]]; do sleep 0.1; done\n" + BUILD);
        Running first = checkout.start(jdk17(), "acp", "first");
        await().atMost(LIMIT).until(() -> Files.exists(checkout.lock().resolve("owners")));
        Running second = checkout.start(jdk17(), "acp", "second");
        await().atMost(LIMIT).until(() -> Files.readString(second.err()).contains("Waiting for another build"));

        Files.createFile(proceed);

        assertThat(first.result().out()).endsWith("<first>");
        assertThat(second.result().out()).endsWith("<second>");
        assertThat(builds()).content().hasLineCount(1);
    }

    @Test
    void theLockOfADeadProcessIsTakenOver() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        assertThat(dead.waitFor()).isZero();
        LauncherCheckout.write(checkout.lock().resolve("owners"), dead.pid() + " " + dead.pid() + "\n");
        checkout.installMaven("3.8.7", BUILD);

        assertThat(checkout.run(jdk17(), "acp", "demo").status()).isZero();

        assertThat(checkout.lock()).doesNotExist();
    }

    @Test
    void theWaitForALiveProcessHasALimit() throws Exception {
        LauncherCheckout.write(
                checkout.lock().resolve("owners"), ProcessHandle.current().pid() + "\n");

        Result result =
                checkout.run(Map.of("JAVA_HOME", jdk17().get("JAVA_HOME"), "ACP_BUILD_WAIT", "0"), "acp", "demo");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err()).contains("has not ended after 0 seconds", "remove " + checkout.lock());
        assertThat(checkout.lock()).exists();
    }

    @Test
    void aLauncherThatIsEndedEndsItsBuildAndTheNextOneStartsFromNothing() throws Exception {
        Path process = directory.resolve("process");
        checkout.installMaven("3.8.7", "echo $$ >'" + process + "'\nexec sleep 600");
        Running launcher = checkout.start(jdk17(), "acp", "demo");
        await().atMost(LIMIT).until(() -> Files.exists(process) && Files.size(process) > 1);
        long maven = Long.parseLong(Files.readString(process).strip());
        Path half = checkout.root().resolve("acp-rpc/target/launch/acp-rpc.jar");
        LauncherCheckout.write(half, "half");

        launcher.process().destroy();

        assertThat(launcher.result().status()).isEqualTo(143);
        await().atMost(LIMIT)
                .until(() ->
                        ProcessHandle.of(maven).filter(ProcessHandle::isAlive).isEmpty());
        assertThat(checkout.lock()).doesNotExist();
        checkout.installMaven("3.8.7", BUILD);
        assertThat(checkout.run(jdk17(), "acp", "demo").status()).isZero();
        assertThat(half).doesNotExist();
    }
}
