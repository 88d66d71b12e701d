package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session is not opened with settings that its path does not have: a path that lacks a segment is damaged. */
class LostSegmentTest {

    private static final SessionId SOURCE = new SessionId("source");

    @TempDir
    private Path directory;

    @Test
    void sessionOnAPathThatLacksASegmentIsNotOpened() throws SQLException {
        Path path = directory.resolve("sessions.db");
        SessionId fork = new SessionId("fork");
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(path))) {
            SessionTree source = repository.create(NewSession.of(SOURCE, "/project"));
            source.append(List.of(HistoryEntry.Draft.user(new MessageId("u1"), "a question")));
            repository.fork(ForkSpec.builder(SOURCE, fork).at(ForkPoint.end()).build());
            repository.open(fork).append(List.of(HistoryEntry.Draft.agent(new MessageId("a1"), "a response")));
        }
        try (Connection connection = new SqliteFile(path, "", JdbcStoreOptions.defaults()).connect()) {
            SqliteFile.execute(connection, "DELETE FROM acp_segment WHERE parent_place IS NULL");
        }
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(path))) {
            assertThatThrownBy(() -> repository.open(fork))
                    .isInstanceOf(SessionStoreException.class)
                    .hasMessageContaining("a segment is missing");
        }
    }
}
