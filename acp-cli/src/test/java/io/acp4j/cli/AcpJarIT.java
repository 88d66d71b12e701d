package io.acp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive {@code acp.jar} as users start it, from another directory. */
class AcpJarIT {

    private static final Path JAR =
            Path.of(System.getProperty("basedir", ""), "target", "acp.jar").toAbsolutePath();

    @TempDir
    Path directory;

    private record Outcome(int code, String out, String err) {}

    private Outcome run(String input, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectError(err.toFile());
        builder.environment().put("XDG_STATE_HOME", directory.toString());
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), out, Files.readString(err));
    }

    @Test
    void demoRunsWithTheStoreAndOverHttp() throws Exception {
        Outcome outcome = run("", "demo", "--http");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).contains("over Streamable HTTP", "loaded the session: it knows all 4 messages", "├");
        assertThat(outcome.code()).isZero();
    }

    @Test
    void chatStartsTheSampleAgent() throws Exception {
        Outcome outcome = run("hello\n", "chat");

        assertThat(outcome.out()).startsWith("connected to acp4j-sample-agent");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).isZero();
    }

    @Test
    void tapPassesBytesOn() throws Exception {
        Outcome outcome = run("some\nlines", "tap", "--directory", "taps", "--", "/bin/cat");

        assertThat(outcome).isEqualTo(new Outcome(0, "some\nlines", ""));
        assertThat(run("", "validate", newestCopy()).out()).contains("4 frames, 2 requirements broken");
    }

    private String newestCopy() throws IOException {
        try (var files = Files.list(directory.resolve("taps"))) {
            return files.filter(file -> file.toString().endsWith(".acptap"))
                    .findFirst()
                    .orElseThrow()
                    .toString();
        }
    }

    @Test
    void kitRunsAsFromItsOwnArchive() throws Exception {
        Outcome outcome = run(
                "",
                "certify",
                "agent",
                "--only",
                "INIT-001",
                "--",
                ChildJvm.java(Object.class).get(0),
                "-jar",
                JAR.toString(),
                "sample-agent",
                "--temporary",
                "--no-pacing");

        assertThat(outcome.out()).contains("Subject: ", "sample-agent --temporary");
        assertThat(outcome.code()).as("PARTIAL").isEqualTo(4);
        assertThat(run("", "certify", "list").out()).contains("STDIO-001");
        assertThat(run("", "certify", "nonsense").err()).contains("acp certify --help");
    }

    @Test
    void manifestNamesTheVersionThatIsPrinted() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            Attributes main = jar.getManifest().getMainAttributes();
            String version = main.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            assertThat(version).matches("[0-9].*");
            assertThat(main.getValue(Attributes.Name.MULTI_RELEASE)).isEqualTo("true");
            assertThat(run("", "--version").out().strip()).isEqualTo("acp " + version);
        }
    }

    @Test
    void archiveContainsLicencesAndNothingThatIsNotUsed() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> names = jar.stream().map(ZipEntry::getName).toList();

            assertThat(names).contains("META-INF/LICENSE", "META-INF/NOTICE").doesNotHaveDuplicates();
            assertThat(names)
                    .noneMatch(name -> name.matches("META-INF/[^/]+\\.(SF|RSA|DSA|EC)"))
                    .noneMatch(name -> name.matches("(org/postgresql|org/junit|io/acp4j/examples)/.*"))
                    .noneMatch(name -> name.endsWith("module-info.class"));
            String notice = new String(
                    jar.getInputStream(jar.getEntry("META-INF/NOTICE")).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(notice.lines().filter(line -> line.equals("Copyright 2026 The acp4j authors")))
                    .hasSize(1);
            assertThat(notice).contains("Jackson");
        }
    }

    @Test
    void servicesOfAllLibrariesAreMerged() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            String plugins = jar.stream()
                    .filter(entry -> entry.getName().equals("META-INF/services/org.flywaydb.core.extensibility.Plugin"))
                    .map(entry -> read(jar, entry))
                    .collect(Collectors.joining());
            assertThat(plugins).containsIgnoringCase("sqlite");
        }
    }

    private static String read(JarFile jar, ZipEntry entry) {
        try {
            return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
