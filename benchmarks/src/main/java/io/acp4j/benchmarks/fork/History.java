package io.acp4j.benchmarks.fork;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoredFormat;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes conversations of any length, row by row, and copies them as a store without shared paths would have to. */
final class History {

    private static final int BATCH = 5_000;

    private final SessionStore store;
    private final SessionRepository repository;

    /** Sessions to the segment that holds their messages. */
    private final Map<SessionId, Long> segments = new HashMap<>();

    History(SessionStore store, SessionRepository repository) {
        this.store = store;
        this.repository = repository;
    }

    /** Makes a session of so many messages, half of them the user's. */
    SessionId make(int messages) {
        SessionId id = new SessionId("history-" + messages);
        repository.create(NewSession.of(id, "/project")).close();
        fill(id, messages, (from, to, segment, sequence) -> {
            List<StoredNode> nodes = new ArrayList<>(to - from);
            for (int i = from; i < to; i++) {
                nodes.add(message(id.value() + "-" + i, i, segment, sequence + i - from));
            }
            return nodes;
        });
        return id;
    }

    /** Copies every message that a session was made with into a new one. */
    void copy(SessionId source, int messages, SessionId id) {
        long from = Objects.requireNonNull(segments.get(source));
        repository.create(NewSession.of(id, "/project")).close();
        fill(id, messages, (first, to, segment, sequence) -> {
            List<StoredNode> nodes = new ArrayList<>(to - first);
            for (StoredNode node : store.read(view -> view.nodes(from, first, to))) {
                StoredNode.Header old = node.header();
                StoredNode.Header header = new StoredNode.Header(
                        new NodeRef(segment, old.ref().index()),
                        old.kind(),
                        old.messageId(),
                        old.depth(),
                        sequence + nodes.size(),
                        old.createdAt());
                nodes.add(new StoredNode(header, node.format(), node.content()));
            }
            return nodes;
        });
    }

    private interface Batch {
        List<StoredNode> nodes(int from, int to, long segment, long sequence);
    }

    private void fill(SessionId id, int messages, Batch batch) {
        StoredSession session = Objects.requireNonNull(repository.find(id));
        long segment = store.write(tx -> {
            long made = tx.newSegment();
            tx.insert(Segment.empty(made, session.tree(), null, id));
            return made;
        });
        segments.put(id, segment);
        for (int from = 0; from < messages; from += BATCH) {
            int first = from;
            int to = Math.min(messages, from + BATCH);
            long sequence = store.write(tx -> tx.sequence(to - first));
            List<StoredNode> nodes = batch.nodes(first, to, segment, sequence);
            StoredNode.Header last = nodes.get(nodes.size() - 1).header();
            store.write(tx -> {
                tx.insert(nodes);
                tx.update(new Segment(segment, session.tree(), null, id, to, to - 1, last.sequence(), true));
                tx.update(session.toBuilder()
                        .head(last.ref())
                        .changedAt(last.createdAt())
                        .build());
                return to;
            });
        }
    }

    private static StoredNode message(String id, int index, long segment, long sequence) {
        boolean user = index % 2 == 0;
        String text = "Message " + index + " of a long conversation, as long as many messages of an agent are. ";
        RawJson content = RawJson.parse("[{\"sessionUpdate\":\"" + (user ? "user" : "agent")
                + "_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"" + text + "\"},\"messageId\":\"" + id
                + "\"}]");
        StoredNode.Header header = new StoredNode.Header(
                new NodeRef(segment, index),
                user ? NodeKind.USER : NodeKind.AGENT,
                new MessageId(id),
                index + 1,
                sequence,
                Instant.ofEpochSecond(1_700_000_000L + index));
        return new StoredNode(header, StoredFormat.CURRENT, content);
    }
}
