package io.acp4j.cli.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.testing.Recorded;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Exports of recordings. The exported test compiles and passes, and fails if the agent behaves differently. */
class ExportCommandTest {

    /** Text that would end a comment, a literal and a line without escapes, and needs several literals. */
    private static final String HOSTILE =
            "*/ \"; } \\u0022 \u2028 \u202e ${x} <script>alert(1)</script> \r\n\0" + "long ".repeat(10_000);

    @TempDir
    Path directory;

    private record Outcome(int code, String out, String err) {}

    private static Outcome export(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(new ExportCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(java.util.Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
        return new Outcome(code, out.toString(), err.toString());
    }

    private Path recorded(int version, String... prompts) throws IOException {
        return Recorded.conversation(
                directory.resolve("monday.jsonl"), new ProtocolVersion(version), directory, prompts);
    }

    private Path compiled(Path source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path classes = Files.createDirectories(directory.resolve("classes"));
        StringWriter said = new StringWriter();
        boolean isWell = compiler.getTask(
                        said,
                        null,
                        null,
                        List.of(
                                "--release",
                                "17",
                                "-proc:none",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString()),
                        null,
                        compiler.getStandardFileManager(null, null, UTF_8).getJavaFileObjects(source))
                .call();
        assertThat(isWell).as(said.toString()).isTrue();
        return classes;
    }

    /** Runs the tests, and returns the failures. */
    private static List<Throwable> run(Path classes, String name) throws Exception {
        List<Throwable> failures = new ArrayList<>();
        int count = 0;
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, ExportCommandTest.class.getClassLoader())) {
            Class<?> tests = loader.loadClass(name);
            Constructor<?> constructor = tests.getDeclaredConstructor();
            constructor.setAccessible(true);
            for (Method method : tests.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class)) {
                    count++;
                    method.setAccessible(true);
                    try {
                        method.invoke(constructor.newInstance());
                    } catch (InvocationTargetException e) {
                        failures.add(e.getCause());
                    }
                }
            }
        }
        assertThat(count).isEqualTo(2);
        return failures;
    }

    @Test
    void theTestCompilesAndPasses() throws Exception {
        Path file = recorded(1, "one", "markdown", "tool", "allow", "form", "many");
        Path source = directory.resolve("MondayTest.java");
        Outcome outcome = export(file, "--junit", source);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).isZero();
        assertThat(Files.readString(source)).contains("SESSION_REQUEST_PERMISSION", "ELICITATION_CREATE", ".fork()");
        assertThat(run(compiled(source), "MondayTest")).isEmpty();

        String changed = Files.readString(source).replaceFirst("I have heard: one", "I have heard: two");
        Files.writeString(source, changed);
        assertThat(run(compiled(source), "MondayTest"))
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("heard"));
    }

    @Test
    void whateverIsRecordedStaysALiteralOfTheTestAndATextOfThePage() throws Exception {
        Path file = recorded(1, HOSTILE);
        Path source = directory.resolve("HostileTest.java");
        Path page = directory.resolve("page.html");
        assertThat(export(file, "--junit", source, "--html", page).err()).isEmpty();
        assertThat(Files.readString(source)).isASCII().doesNotContain("\\u0022 \u2028");
        assertThat(run(compiled(source), "HostileTest")).isEmpty();
        assertThat(Files.readString(page))
                .contains("&lt;script&gt;")
                .doesNotContain("<script", "\u202e", "http-equiv=\"refresh\"")
                .contains("default-src 'none'");
    }

    @Test
    void aTurnThatEndsOtherwiseAndASessionThatWasThereBeforeAreTestedToo() throws Exception {
        List<String> frames = List.of(
                "outbound {'id':0,'method':'initialize','params':{'protocolVersion':1,'clientCapabilities':{}}}",
                "inbound {'id':0,'result':{'protocolVersion':1,'agentCapabilities':{'sessionCapabilities':{'resume':{}}}}}",
                "outbound {'id':1,'method':'session/resume','params':{'sessionId':'old','cwd':'/','mcpServers':[]}}",
                "inbound {'id':1,'result':{}}",
                "outbound {'id':2,'method':'session/prompt','params':{'sessionId':'old','prompt':[{'type':'text','text':'a'}]}}",
                "inbound {'method':'session/update','params':{'sessionId':'old','update':"
                        + "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'half'}}}}",
                "outbound {'method':'session/cancel','params':{'sessionId':'old'}}",
                "inbound {'id':2,'result':{'stopReason':'cancelled'}}",
                "outbound {'id':3,'method':'session/prompt','params':{'sessionId':'old','prompt':[{'type':'text','text':'b'}]}}",
                "inbound {'id':3,'result':{'stopReason':'max_tokens'}}",
                "outbound {'id':4,'method':'session/prompt','params':{'sessionId':'old','prompt':[{'type':'text','text':'c'}]}}");
        List<String> lines = frames.stream()
                .map(frame -> frame.replace('\'', '"').split(" ", 2))
                .map(parts -> "{\"direction\":\"" + parts[0] + "\",\"frame\":{\"jsonrpc\":\"2.0\","
                        + parts[1].substring(1) + "}")
                .toList();
        Path file = Files.write(directory.resolve("old.jsonl"), lines);
        Path source = directory.resolve("OldTest.java");
        assertThat(export(file, "--junit", source).err()).isEmpty();
        assertThat(Files.readString(source)).contains("resumeSession", "cancelled", "max_tokens", "half");
        assertThat(run(compiled(source), "OldTest")).isEmpty();
    }

    @Test
    void secretsAreLeftOutUnlessTheyAreAskedFor() throws IOException {
        Path file = Files.writeString(
                directory.resolve("secret.jsonl"),
                "{\"direction\":\"outbound\",\"frame\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":"
                        + "{\"cwd\":\"/\",\"mcpServers\":[{\"name\":\"a\",\"command\":\"b\",\"args\":[],\"env\":"
                        + "[{\"name\":\"API_KEY\",\"value\":\"s3cr3t-value\"}]}]}}}\n");
        Path without = directory.resolve("without.html");
        Path with = directory.resolve("with.html");
        export(file, "--html", without);
        export(file, "--with-secrets", "--html", with);
        assertThat(Files.readString(without)).contains("API_KEY").doesNotContain("s3cr3t-value");
        assertThat(Files.readString(with)).contains("s3cr3t-value");
    }

    @Test
    void whatCannotBeExportedIsSaid() throws IOException {
        Path second = recorded(2, "one");
        Path source = directory.resolve("SecondTest.java");
        assertThat(export(second, "--junit", source).err()).contains("version 1 of the protocol only");
        assertThat(source).doesNotExist();
        assertThat(export(second).err()).contains("--html");
        assertThat(export(second, "--junit", directory.resolve("no-name.java")).err())
                .contains("a class is named");
        assertThat(export(second, "--junit", directory.resolve("Test.txt")).err())
                .contains(".java");
        Path page = directory.resolve("page.html");
        assertThat(export(second, "--html", page).code()).isZero();
        assertThat(Files.readString(page)).contains("I have heard: one");
        assertThat(export(second, "--html", page).code()).isEqualTo(2);
    }
}
