package io.acp4j.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.acp4j.cli.launcher.LauncherCheckout.Result;
import io.acp4j.cli.launcher.LauncherCheckout.Running;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisabledOnOs(OS.WINDOWS)
class MavenWrapperTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String IN_REPOSITORY = "/org/apache/maven/apache-maven/3.9.99/apache-maven-3.9.99-bin.zip";

    @TempDir
    Path directory;

    LauncherCheckout checkout;
    HttpServer server;
    ExecutorService executor;
    byte[] archive;
    final List<String> requests = new CopyOnWriteArrayList<>();

    @BeforeEach
    void serveMaven() throws Exception {
        checkout = new LauncherCheckout(directory);
        archive = archive();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        executor = Executors.newCachedThreadPool();
        server.setExecutor(executor);
        server.createContext("/", exchange -> respond(exchange, archive.length));
        server.start();
        expect(archive);
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
        executor.shutdownNow();
    }

    private static byte[] archive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : Map.of(
                            "bin/mvn",
                            "#!/usr/bin/env bash\nprintf '<%s>' downloaded \"$@\" \"${MAVEN_OPTS:-}\"",
                            "lib/a.jar",
                            "jar")
                    .entrySet()) {
                zip.putNextEntry(new ZipEntry("apache-maven-3.9.99/" + file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    /** Writes the properties file with the checksum of an archive. */
    private void expect(byte[] expected) throws Exception {
        String checksum =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(expected));
        LauncherCheckout.write(
                checkout.root().resolve(".mvn/wrapper/maven-wrapper.properties"),
                "distributionUrl=" + address("/archive") + "/apache-maven-3.9.99-bin.zip\ndistributionSha512Sum="
                        + checksum + "\n");
    }

    private String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private void respond(HttpExchange exchange, int announced) throws IOException {
        requests.add(exchange.getRequestURI().toString());
        exchange.sendResponseHeaders(200, announced);
        exchange.getResponseBody().write(archive);
        exchange.close();
    }

    private Map<String, String> environment(String... more) {
        Map<String, String> variables = new HashMap<>(Map.of("JAVA_HOME", System.getProperty("java.home")));
        for (int i = 0; i < more.length; i += 2) {
            variables.put(more[i], more[i + 1]);
        }
        return variables;
    }

    private void writeSettings(String contents) throws IOException {
        LauncherCheckout.write(checkout.home().resolve(".m2/settings.xml"), "<settings>" + contents + "</settings>");
    }

    private static String mirror(String mirrorOf, String url) {
        return "<mirrors><mirror><id>ours</id><mirrorOf>" + mirrorOf + "</mirrorOf><url>" + url
                + "</url></mirror></mirrors>";
    }

    private List<Path> installed() throws IOException {
        Path versions = checkout.home().resolve(".m2/wrapper/dists/apache-maven-3.9.99");
        if (!Files.exists(versions)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(versions)) {
            return files.toList();
        }
    }

    @Test
    void mavenIsDownloadedOnceFromTheNamedRepository() throws Exception {
        Map<String, String> environment = environment("MVNW_REPOURL", address("/repository/"));

        Result first = checkout.run(environment, "mvnw", "verify", "-Dname=a value");
        Result second = checkout.run(environment, "mvnw", "--offline");

        assertThat(first.out()).isEqualTo("<downloaded><verify><-Dname=a value><>");
        assertThat(second.out()).isEqualTo("<downloaded><--offline><>");
        assertThat(requests).containsExactly("/repository" + IN_REPOSITORY);
        assertThat(installed()).hasSize(1);
    }

    @Tag("full")
    @Test
    void theAddressOfThePropertiesFileIsTheLastResort() throws Exception {
        assertThat(checkout.run(environment(), "mvnw").out()).isEqualTo("<downloaded><>");

        assertThat(requests).containsExactly("/archive/apache-maven-3.9.99-bin.zip");
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({
        "central, true",
        "*, true",
        "external:*, true",
        "'other, central', true",
        "'*,!other', true",
        "other, false",
        "'*,!central', false",
        "external:http:*, false"
    })
    void aMirrorAppliesIfItsPatternCoversCentral(String mirrorOf, boolean applies) throws Exception {
        writeSettings("<!-- " + mirror("*", "http://unused.invalid") + " -->" + mirror(mirrorOf, address("/mirror")));

        assertThat(checkout.run(environment(), "mvnw").status()).isZero();

        assertThat(requests)
                .containsExactly(applies ? "/mirror" + IN_REPOSITORY : "/archive/apache-maven-3.9.99-bin.zip");
    }

    @Test
    void aMirrorReceivesTheUserAndPasswordOfItsServerEntry() throws Exception {
        server.createContext("/private", exchange -> respond(exchange, archive.length))
                .setAuthenticator(new BasicAuthenticator("mirror") {
                    @Override
                    public boolean checkCredentials(String user, String password) {
                        return user.equals("ann") && password.equals("a secret");
                    }
                });
        Path settings = directory.resolve("my settings.xml");
        LauncherCheckout.write(
                settings,
                "<settings>" + mirror("central", "${env.MIRROR}")
                        + "<servers><server><id>ours</id><username>ann</username>"
                        + "<password>a secret</password></server></servers></settings>");

        Result result =
                checkout.run(environment("MIRROR", address("/private")), "mvnw", "-s", settings.toString(), "verify");

        assertThat(result.out()).contains("<downloaded>");
        assertThat(requests).containsExactly("/private" + IN_REPOSITORY);
        assertThat(result.err()).doesNotContain("a secret");
    }

    @Test
    void theProxyOfTheEnvironmentAppliesToTheDownloadAndToMaven() throws Exception {
        Result result = checkout.run(
                environment(
                        "MVNW_REPOURL",
                        "http://repository.invalid",
                        "http_proxy",
                        address(""),
                        "no_proxy",
                        ".example.com"),
                "mvnw");

        assertThat(requests).containsExactly("http://repository.invalid" + IN_REPOSITORY);
        assertThat(result.out())
                .contains(
                        "-Dhttp.proxyHost=127.0.0.1",
                        "-Dhttp.proxyPort=" + server.getAddress().getPort())
                .contains("|example.com|*.example.com");
    }

    @Tag("full")
    @Test
    void theProxyOfTheSettingsAppliesToTheDownload() throws Exception {
        writeSettings("<proxies><proxy><protocol>http</protocol><host>127.0.0.1</host><port>"
                + server.getAddress().getPort() + "</port></proxy></proxies>");

        checkout.run(environment("MVNW_REPOURL", "http://repository.invalid"), "mvnw");

        assertThat(requests).containsExactly("http://repository.invalid" + IN_REPOSITORY);
    }

    @Test
    void anArchiveWithAnotherChecksumIsNotInstalled() throws Exception {
        expect("another archive".getBytes(StandardCharsets.UTF_8));

        assertFailsWith("has the SHA-512 checksum", "differs from distributionSha512Sum");
    }

    @Test
    void aDownloadThatEndsEarlyIsNotInstalled() throws Exception {
        server.createContext("/archive", exchange -> {
            try {
                respond(exchange, archive.length + 1000);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("insufficient bytes"); // the server notices it as well
            }
        });

        assertFailsWith("Maven could not be downloaded");
    }

    @Tag("full")
    @Test
    void anAnswerOtherThanTheArchiveIsReported() throws Exception {
        server.createContext("/archive", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });

        assertFailsWith("answers with HTTP status 404", "MVNW_REPOURL", "settings.xml");
    }

    private void assertFailsWith(String... messages) throws Exception {
        Result result = checkout.run(environment(), "mvnw", "verify");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains(messages).doesNotContain("\tat ");
        assertThat(installed()).isEmpty();
    }

    @Test
    void anInterruptedDownloadLeavesNothing() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        server.createContext("/archive", exchange -> {
            exchange.sendResponseHeaders(200, archive.length);
            exchange.getResponseBody().write(archive, 0, 10);
            exchange.getResponseBody().flush();
            awaitEnd(end);
            exchange.close();
        });
        Running launcher = checkout.start(environment(), "mvnw");
        await().atMost(LIMIT).until(() -> !installed().isEmpty());

        launcher.process().descendants().forEach(ProcessHandle::destroy); // as Ctrl-C does

        assertThat(launcher.result().status()).isNotZero();
        assertThat(installed()).isEmpty();
        end.countDown();
    }

    @Test
    void wrappersThatStartAtTheSameTimeAllRun() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        server.createContext("/archive", exchange -> {
            both.countDown();
            awaitEnd(both);
            respond(exchange, archive.length);
        });
        List<Running> running = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            running.add(checkout.start(environment(), "mvnw"));
        }

        for (Running launcher : running) {
            assertThat(launcher.result().out()).isEqualTo("<downloaded><>");
        }
        assertThat(installed()).hasSize(1);
    }

    private static void awaitEnd(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void offlineNothingIsDownloaded() throws Exception {
        Result result = checkout.run(environment(), "mvnw", "-o", "verify");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err()).contains("--offline");
        assertThat(requests).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"3.8.7, installed", "3.9.11, installed", "3.6.3, downloaded", "4.0.0, downloaded"})
    void anInstalledMavenIsUsedIfTheBuildSupportsItsVersion(String version, String used) throws Exception {
        checkout.installMaven(version, "printf '<installed>'");

        assertThat(checkout.run(environment(), "mvnw").out()).startsWith("<" + used + ">");
    }
}
