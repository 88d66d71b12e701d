package io.acp4j.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Copy of the launchers in a temporary checkout, with a {@code PATH} that has neither Java nor Maven nor a program for downloads.
 * The names of its directories contain blanks.
 */
final class LauncherCheckout {
    private static final List<String> TOOLS = List.of(
            "bash",
            "cat",
            "cut",
            "dirname",
            "env",
            "find",
            "grep",
            "head",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "rmdir",
            "sed",
            "sleep",
            "tail",
            "touch",
            "tr");
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    private final Path work;
    private final Path root;
    private final Path tools;

    /** Output and exit code of a launcher that has ended. */
    record Result(int status, String out, String err) {}

    LauncherCheckout(Path work) throws IOException {
        this.work = work;
        root = work.resolve("a checkout");
        tools = Files.createDirectories(work.resolve("the tools"));
        for (String file : List.of(
                "acp",
                "mvnw",
                "build-support/launcher.sh",
                "build-support/toolchain.sh",
                ".mvn/wrapper/maven-wrapper.properties",
                ".mvn/wrapper/MavenDownloader.java")) {
            Path copy = root.resolve(file);
            Files.createDirectories(copy.getParent());
            install(PROJECT.resolve(file), copy);
        }
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), onSystemPath(tool));
        }
        write(root.resolve("pom.xml"), "<project/>");
        write(source(), "class A {}");
        Files.createDirectories(home());
    }

    private static Path onSystemPath(String tool) {
        return Stream.of("/usr/bin", "/bin")
                .map(directory -> Path.of(directory, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    Path root() {
        return root;
    }

    /** Returns the directory that stands for the user's home directory. */
    Path home() {
        return work.resolve("the home");
    }

    /** Returns a source file of the program. */
    Path source() {
        return root.resolve("acp-cli/src/main/java/A.java");
    }

    Path jar() {
        return root.resolve("target/launch/acp.jar");
    }

    Path lock() {
        return root.resolve("target/launch/lock");
    }

    /** Creates a JDK whose {@code java} prints its arguments. */
    Path jdk(String name, String version) throws IOException {
        Path jdk = runtime(name, version);
        script(jdk.resolve("bin/javac"), "");
        return jdk;
    }

    /** Creates a runtime without a compiler, whose {@code java} prints its arguments. */
    Path runtime(String name, String version) throws IOException {
        Path runtime = work.resolve(name);
        write(runtime.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(runtime.resolve("bin/java"), "printf '<%s>' java \"$@\"");
        return runtime;
    }

    /** Creates the jar, newer than all sources. */
    void createJar() throws IOException {
        write(jar(), "jar");
    }

    /** Puts a Maven on the {@code PATH} that runs the given lines in the checkout. */
    void installMaven(String version, String lines) throws IOException {
        script(tools.resolve("mvn"), """
                if [[ $1 == -v ]]; then echo "Apache Maven %s (revision)"; exit; fi
                %s
                """.formatted(version, lines));
    }

    static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void script(Path file, String lines) throws IOException {
        Path text = Files.writeString(Files.createTempFile("script", ""), "#!" + onSystemPath("bash") + "\n" + lines);
        install(text, file);
        Files.delete(text);
    }

    /**
     * Copies a file as an executable one in another process. A child process that this JVM starts at the same time would inherit a file that
     * is open for writing, and the system refuses to run such a file.
     */
    private static void install(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Process copy = new ProcessBuilder("install", "-m", "755", from.toString(), to.toString())
                .inheritIO()
                .start();
        assertThat(copy.onExit().join().exitValue()).isZero();
    }

    /** Starts a launcher. Its output goes to files, so that a test can read it while the launcher runs. */
    Running start(Map<String, String> environment, String launcher, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder();
        builder.command().add(root.resolve(launcher).toString());
        builder.command().addAll(List.of(arguments));
        builder.directory(work.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of("PATH", tools.toString(), "HOME", home().toString(), "ACP_JDK_DIRS", "", "LC_ALL", "C"));
        builder.environment().putAll(environment);
        Path out = Files.createTempFile(work, "out", "");
        Path err = Files.createTempFile(work, "err", "");
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(
                Files.createTempFile(work, "in", "").toFile()));
        return new Running(builder.start(), out, err);
    }

    Result run(Map<String, String> environment, String launcher, String... arguments) throws Exception {
        return start(environment, launcher, arguments).result();
    }

    /** A launcher that was started. */
    record Running(Process process, Path out, Path err) {

        Result result() throws IOException, InterruptedException {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("The launcher has not ended after a minute: " + Files.readString(err));
            }
            return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
        }
    }
}
