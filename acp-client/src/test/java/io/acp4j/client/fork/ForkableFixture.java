package io.acp4j.client.fork;

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
    ForkableSession twoTurns() {
        ForkableSession session = fixture.session();
        fixture.user("s1", null, "first");
        fixture.answer("s1", "a1");
        fixture.user("s1", null, "second");
        fixture.answer("s1", "a2");
        return session;
    }

    static HistoryMessage message(ForkableSession session, int index) {
        return session.messages().messages().get(index);
    }

    void expectNothingSent(ForkableSession session) {
        fixture.agent.expectNothingBefore(session.session()::cancel, "session/cancel");
    }
}
