package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.acp4j.client.ClientSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Agents choose the ids of sessions, which stand in lines of the log. */
class ForgedLogLinesTest {

    private static final String ESCAPED = "x\\n2026-11-21 ERROR forged\\u001b[31m\\u202e";
    private static final String ID = "x\n2026-11-21 ERROR forged\u001b[31m\u202e";

    @TempDir
    private Path root;

    /** What the client logs of the session while it is open. */
    private static final class Lines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final Logger logger = (Logger) LoggerFactory.getLogger("io.acp4j.client");

        Lines() {
            start();
            logger.addAppender(this);
        }

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getFormattedMessage().contains("forged")) {
                lines.add(event.getFormattedMessage());
            }
        }

        @Override
        public void close() {
            logger.detachAppender(this);
            stop();
        }
    }

    @Test
    void idOfASessionCannotForgeLines() {
        try (Lines log = new Lines();
                HostedSession hosted = new HostedSession(FileSystemService.readOnly(), root)) {
            ClientSession session = hosted.open(ESCAPED, root.resolve("missing"));
            assertThat(session.id().value()).isEqualTo(ID);
            hosted.ask("fs/read_text_file", Map.of("sessionId", ID, "path", root + "/file"));
            session.onUpdate((any, update) -> {
                throw new IllegalStateException("of the application");
            });
            hosted.agent.update(
                    ESCAPED, "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'Hello'}}");
            await().atMost(Duration.ofMinutes(1)).until(() -> log.lines.size() >= 2);

            assertThat(log.lines)
                    .anyMatch(line -> line.startsWith("A directory of session x?2026"))
                    .anyMatch(line -> line.startsWith("a listener of session x?2026"))
                    .noneMatch(line -> line.chars().anyMatch(c -> c < ' ' || c == 0x202e));
        }
    }
}
