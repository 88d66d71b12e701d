package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A walk under way.
 *
 * @param open the sessions that the first client has open
 * @param modes the mode in which each message was said
 * @param steps what has been done
 */
record Walk(
        Random random,
        WalkedAgent agent,
        WalkConnections connections,
        Map<SessionId, ClientSession> open,
        Map<MessageId, String> modes,
        List<String> steps) {

    static final Path CWD = Path.of("/project");

    /** Few texts, so that many messages say the same. */
    static final List<String> PROMPTS =
            List.of("a", "b", "a b", "tool", "two", "think", "nothing", "compact", "tool two");

    AcpClient client() {
        return connections.client();
    }

    AcpClient other() {
        return connections.other();
    }

    WalkedPaths paths() {
        return new WalkedPaths(agent);
    }

    void add(ClientSession session) {
        open.put(session.id(), session);
    }

    <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    ClientSession any() {
        return any(List.copyOf(open.values()));
    }

    @Nullable
    MessageId anyMessage(ClientSession session) {
        List<MessageId> all =
                session.branches().tree().map(BranchMessage::messageId).toList();
        return all.isEmpty() ? null : any(all);
    }

    void note(String what, ClientSession session, @Nullable Object more) {
        steps.add(what + " " + session.id() + " " + more);
    }

    /** Notes in which mode the messages of a turn are said. */
    void saying(ClientSession session, Runnable turn) {
        Set<MessageId> before = paths().ids(session);
        String mode = WalkedPaths.mode(session);
        turn.run();
        for (MessageId said : paths().ids(session)) {
            if (!before.contains(said)) {
                modes.put(said, mode);
            }
        }
    }

    /** Agents refuse to graft a branch into itself, or to remove what somebody needs. */
    static void tolerating(Runnable call) {
        try {
            call.run();
        } catch (AcpErrorException e) {
            assertThat(e.code().value()).as(e.getMessage()).isIn(-32602, -32600);
        }
    }

    static ClientSession load(AcpClient by, SessionId id) {
        return by.loadSession(LoadSessionRequest.builder(id, CWD.toString()).build(), null);
    }

    static ClientSession resume(AcpClient by, SessionId id) {
        return by.resumeSession(ResumeSessionRequest.builder(id, CWD.toString()).build(), null);
    }
}
