package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.examples.Children;
import io.acp4j.schema.SessionId;
import io.acp4j.store.jdbc.SessionStores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes on one file: what the client of one leaves behind in mid-turn can be opened by the other at once. */
class AbandonedSessionIT {

    private static final Pattern SESSION = Pattern.compile("\"sessionId\":\"([^\"]+)\"");

    @TempDir
    private Path directory;

    @Test
    void sessionOfATurnThatNeverEndsIsGivenBackWhenItsClientEndsTheInput() throws Exception {
        Path file = directory.resolve("sessions.db");
        List<String> command = new ArrayList<>(Children.java(DeafAgent.class, file.toString()));
        Process agent = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream in = agent.getOutputStream();
                BufferedReader out = agent.inputReader(StandardCharsets.UTF_8)) {
            send(in, 1, "initialize", "{'protocolVersion':1,'clientCapabilities':{}}");
            out.readLine();
            send(in, 2, "session/new", "{'cwd':'/','mcpServers':[]}");
            Matcher made = SESSION.matcher(out.readLine());
            assertThat(made.find()).isTrue();
            String session = made.group(1);
            send(in, 3, "session/prompt", "{'sessionId':'" + session + "','prompt':[{'type':'text','text':'hi'}]}");
            awaitLine(out, "begun");
            in.close();
            try (SessionRepository here = SessionRepository.over(SessionStores.open(file))) {
                SessionTree tree = await().atMost(Duration.ofSeconds(60))
                        .ignoreException(BranchException.class)
                        .until(() -> here.open(new SessionId(session)), opened -> true);
                assertThat(tree.path()).hasSize(3);
            }
            assertThat(awaitLine(out, "\"id\":3")).contains("cancelled");
            assertThat(agent.isAlive()).isTrue();
        } finally {
            agent.destroyForcibly();
        }
    }

    private static String awaitLine(BufferedReader out, String content) throws IOException {
        String line = out.readLine();
        while (line != null && !line.contains(content)) {
            line = out.readLine();
        }
        assertThat(line).as("a line with %s", content).isNotNull();
        return line;
    }

    private static void send(OutputStream in, int id, String method, String params) throws IOException {
        String line = "{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':" + params + "}\n";
        in.write(line.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        in.flush();
    }
}
