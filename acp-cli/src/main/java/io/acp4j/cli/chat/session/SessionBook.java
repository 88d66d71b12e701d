package io.acp4j.cli.chat.session;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.SessionInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the sessions that the agent stores and of those opened by this client, each with a permanent number. It records the
 * forks of this client, so that there is a tree even if the agent reports no lineage or lists no sessions.
 */
final class SessionBook {

    private static final int MAX_LISTED = 1000;

    private final AcpClient client;
    private final List<SessionId> numbers = new ArrayList<>();
    private final Map<SessionId, ClientSession> opened = new LinkedHashMap<>();
    private final Map<SessionId, SessionLineage> lineages = new LinkedHashMap<>();
    private final Map<SessionId, String> listedTitles = new HashMap<>();

    SessionBook(AcpClient client) {
        this.client = client;
    }

    /** Returns a registry for the agent after a restart, with the numbers, origins and titles of this one. */
    SessionBook restarted(AcpClient client) {
        SessionBook book = new SessionBook(client);
        book.numbers.addAll(numbers);
        book.lineages.putAll(lineages);
        book.listedTitles.putAll(listedTitles);
        return book;
    }

    void opened(ClientSession session) {
        opened.put(session.id(), session);
        number(session.id());
    }

    void forked(ClientSession fork, ClientSession from, int inherited) {
        opened(fork);
        lineages.put(
                fork.id(),
                SessionLineage.builder()
                        .parentSessionId(from.id())
                        .forkDepth(inherited)
                        .build());
    }

    void forget(SessionId id) {
        opened.remove(id);
        lineages.remove(id);
        listedTitles.remove(id);
    }

    /** Returns new branches of known sessions that this client has not created, such as those of a tool of the agent's model. */
    List<SessionInfo> newBranches() {
        if (client.agentCapabilities().sessionCapabilities().list() == null) {
            return List.of();
        }
        List<SessionInfo> found = client.listSessions(ListSessionsRequest.ALL).sessions().stream()
                .filter(row -> !numbers.contains(row.sessionId()))
                .filter(this::comesFromOneOfThese)
                .toList();
        found.forEach(this::listed);
        return found;
    }

    private void listed(SessionInfo row) {
        number(row.sessionId());
        if (row.title() != null && !row.title().isBlank()) {
            listedTitles.put(row.sessionId(), VisibleText.line(row.title()));
        }
    }

    private boolean comesFromOneOfThese(SessionInfo row) {
        SessionLineage lineage = SessionLineage.of(row.meta());
        return lineage != null && numbers.contains(lineage.parentSessionId());
    }

    @Nullable
    ClientSession find(SessionId id) {
        return opened.get(id);
    }

    int number(SessionId id) {
        if (!numbers.contains(id)) {
            numbers.add(id);
        }
        return numbers.indexOf(id) + 1;
    }

    /** Returns a session by its number or id. */
    @Nullable
    SessionId named(String name) {
        if (name.matches("[1-9][0-9]{0,5}") && Integer.parseInt(name) <= numbers.size()) {
            return numbers.get(Integer.parseInt(name) - 1);
        }
        SessionId id = new SessionId(name);
        return numbers.contains(id) ? id : null;
    }

    /** Returns a row for each session: the row of the agent if it lists the session, otherwise one from this registry. */
    List<SessionInfo> rows() {
        Map<SessionId, SessionInfo> rows = new LinkedHashMap<>();
        opened.forEach((id, session) -> rows.put(id, known(session)));
        if (client.agentCapabilities().sessionCapabilities().list() != null) {
            client.storedSessions().limit(MAX_LISTED).forEach(row -> rows.merge(row.sessionId(), row, this::merged));
        }
        rows.values().forEach(this::listed);
        return List.copyOf(rows.values());
    }

    private SessionInfo merged(SessionInfo here, SessionInfo there) {
        return there.toBuilder()
                .title(there.title() == null ? here.title() : there.title())
                .meta(SessionLineage.of(there.meta()) == null ? here.meta() : there.meta())
                .build();
    }

    private SessionInfo known(ClientSession session) {
        SessionLineage lineage = lineages.get(session.id());
        return SessionInfo.builder(
                        session.id(),
                        session.parameters() == null
                                ? "/"
                                : session.parameters().cwd())
                .title(title(session))
                .meta(lineage == null ? null : lineage.into(null))
                .build();
    }

    /** Returns the title that the agent has sent or listed for a session, otherwise its first prompt. */
    @Nullable
    String title(ClientSession session) {
        String told = session.transcript().snapshot().title();
        if (told != null) {
            return VisibleText.line(told);
        }
        String listed = listedTitles.get(session.id());
        if (listed != null) {
            return listed;
        }
        for (TranscriptMessage message : session.forks().messages()) {
            if (message.role() == MessageRole.USER) {
                return Blocks.preview(message.content());
            }
        }
        return null;
    }
}
