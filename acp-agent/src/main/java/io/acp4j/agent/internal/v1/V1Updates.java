package io.acp4j.agent.internal.v1;

import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.UpdateWriter;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends updates as they are. */
final class V1Updates implements UpdateWriter {

    private final SessionId session;
    private final DefaultClient client;

    V1Updates(SessionId session, DefaultClient client) {
        this.session = session;
        this.client = client;
    }

    @Override
    public void write(SessionUpdate update, @Nullable Meta meta) {
        client.update(new SessionNotification(session, update, meta));
    }

    @Override
    public boolean supports(SessionUpdate update) {
        return V1ClientRules.supports(update);
    }

    @Override
    public boolean replays(SessionUpdate update) {
        return true;
    }

    @Override
    public void settings(Supplier<OpenedState> present) {}
}
