package io.acp4j.store.jdbc.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An agent that starts on a read-only file system: its sessions are listed and loaded, and prompts are refused until it can write. */
@EnabledOnOs(OS.LINUX)
class SqliteReadOnlyTest {

    private static final String SAID = "say a;think b;tool t;done t";
    private static final String SHOWN = "[user:" + SAID + ", agent:a, thought:b, tool:pending, tool:completed]";

    /** Mounts the directory read-only for one process and its children. */
    private static final String MOUNT =
            "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" && shift && exec \"$@\"";

    @TempDir
    private Path directory;

    @BeforeAll
    static void requireNamespaces() throws Exception {
        Process probe = new ProcessBuilder("unshare", "-Urm", "true").start();
        assumeTrue(
                probe.waitFor(60, TimeUnit.SECONDS) && probe.exitValue() == 0,
                "this machine has no mount namespaces for users");
    }

    private static StoredClient client(SessionRepository repository) {
        return StoredClient.of(new ScriptedAgent()
                .builder()
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build());
    }

    private static String store(Path location) {
        try (SessionStore store = SessionStores.open(location);
                SessionRepository repository = SessionRepository.over(store);
                StoredClient client = client(repository)) {
            String session = client.newSession();
            client.prompt(session, SAID);
            return session;
        }
    }

    /** Returns the output of an agent to which the directory is read-only. */
    private List<String> agent(String session) throws Exception {
        return agent(directory, session, List.of());
    }

    private List<String> agent(Path location, String session, List<String> mount) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "unshare",
                "-Urm",
                "sh",
                "-c",
                MOUNT,
                "sh",
                directory.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ReadOnlyAgentMain.class.getName(),
                location.toString(),
                session));
        command.addAll(mount);
        Path output = Files.createTempFile("read-only", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(2, TimeUnit.MINUTES);
            process.destroyForcibly();
            String text = Files.readString(output, UTF_8);
            assertThat(ended).as(text).isTrue();
            return text.lines().toList();
        } finally {
            Files.delete(output);
        }
    }

    private static void assertIsShown(List<String> output, String session) {
        assertThat(output)
                .contains("listed: " + session, "loaded: " + SHOWN, "prompt: store_failed", "loaded again: " + SHOWN);
        assertThat(output)
                .anyMatch(line -> line.startsWith("new: ") && line.contains("can still be listed and loaded"));
    }

    @Test
    void storeOfAnEndedProcessIsReadAndThenWritten() throws Exception {
        String session = store(directory);

        List<String> output =
                agent(directory, session, List.of("mount", "-o", "remount,rw,bind", directory.toString()));

        assertIsShown(output, session);
        assertThat(output).contains("mount: 0", "loaded for writing: " + SHOWN, "said: c");
        try (SessionStore store = SessionStores.open(directory);
                SessionRepository repository = SessionRepository.over(store);
                StoredClient client = client(repository)) {
            assertThat(client.transcript(session)).endsWith("user:say c", "agent:c");
        }
    }

    @Test
    void storeOfARunningProcessIsReadWithWhatItsLogContains() throws Exception {
        try (SessionStore open = SessionStores.open(directory)) {
            assertThat(open.<List<?>>read(view -> view.sessions(SessionFilter.ALL, Long.MAX_VALUE, 1)))
                    .isEmpty();
            String session = store(directory);
            assertThat(directory.resolve("sessions.db-wal")).isNotEmptyFile();

            assertIsShown(agent(session), session);
        }
    }

    @Test
    void storeOfARunningProcessIsReadThroughALinkWithWhatItsLogContains() throws Exception {
        Path links = Files.createDirectory(directory.resolve("links"));
        Files.createSymbolicLink(links.resolve("sessions.db"), directory.resolve("sessions.db"));
        try (SessionStore open = SessionStores.open(directory)) {
            assertThat(open.<List<?>>read(view -> view.sessions(SessionFilter.ALL, Long.MAX_VALUE, 1)))
                    .isEmpty();
            String session = store(directory);

            assertIsShown(agent(links, session, List.of()), session);
        }
    }

    @Test
    void storeOfAKilledProcessIsReadUnlessItsLogCannotBe(@TempDir Path open) throws Exception {
        String session;
        try (SessionStore store = SessionStores.open(open);
                SessionRepository repository = SessionRepository.over(store);
                StoredClient client = client(repository)) {
            session = client.newSession();
            client.prompt(session, SAID);
            for (String name : List.of("sessions.db", "sessions.db-wal", "sessions.db-shm")) {
                Files.copy(open.resolve(name), directory.resolve(name));
            }
        }

        assertIsShown(agent(session), session);

        Files.delete(directory.resolve("sessions.db-shm"));
        assertThat(agent(session))
                .anyMatch(line -> line.startsWith("refused: ")
                        && line.contains("sessions.db-wal contains changes of a process that ended early")
                        && line.contains("open it once with write access"));
    }

    @Test
    void storeThatDoesNotExistIsRefused() throws Exception {
        assertThat(agent("s")).anyMatch(line -> line.startsWith("refused: ") && line.contains("cannot be made"));
    }
}
