package io.acp4j.client.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptMessage;
import org.junit.jupiter.api.AfterEach;

/** Sessions that may be forked, at an agent with the given capabilities. */
abstract class ForkableFixture {

    ForkFixture fixture = new ForkFixture(ForkFixture.ALL);

    void agentWith(String capabilities) {
        fixture.close();
        fixture = new ForkFixture(capabilities);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** m1 a1 m2 a2, the user's messages without ids, as agents of version 1 leave them. */
    ClientSession twoTurns() {
        ClientSession session = fixture.session();
        fixture.user("s1", null, "first");
        fixture.answer("s1", "a1");
        fixture.user("s1", null, "second");
        fixture.answer("s1", "a2");
        return session;
    }

    static TranscriptMessage message(ClientSession session, int index) {
        return session.forks().messages().get(index);
    }

    void expectNothingSent(ClientSession session) {
        fixture.agent.expectNothingBefore(session::cancel, "session/cancel");
    }
}
