package io.acp4j.agent.internal.connection;

import io.acp4j.schema.init.AgentAuthCapabilities;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.AuthStatusCapabilities;
import io.acp4j.schema.init.LogoutCapabilities;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.init.SessionCloseCapabilities;
import io.acp4j.schema.init.SessionDeleteCapabilities;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.init.SessionListCapabilities;
import io.acp4j.schema.init.SessionResumeCapabilities;
import org.jspecify.annotations.Nullable;

/** Adds to what the author advertises what follows from the handlers. */
public final class AdvertisedCapabilities {

    private AdvertisedCapabilities() {}

    public static AgentCapabilities of(AgentCapabilities stated, AgentHandlers agent) {
        AgentCapabilities.Builder all = stated.toBuilder();
        if (agent.loadSession != null) {
            all.loadSession(true);
        }
        if (agent.providers != null && stated.providers() == null) {
            all.providers();
        }
        return all.auth(auth(stated.auth(), agent))
                .sessionCapabilities(sessions(stated.sessionCapabilities(), agent))
                .build();
    }

    private static AgentAuthCapabilities auth(AgentAuthCapabilities stated, AgentHandlers agent) {
        boolean logout = agent.logout != null && stated.logout() == null;
        boolean status = agent.authStatus != null && stated.status() == null;
        return new AgentAuthCapabilities(
                logout ? LogoutCapabilities.SUPPORTED : stated.logout(),
                status ? AuthStatusCapabilities.SUPPORTED : stated.status(),
                stated.meta(),
                stated.extras());
    }

    private static SessionCapabilities sessions(SessionCapabilities stated, AgentHandlers agent) {
        SessionCapabilities.Builder all = stated.toBuilder();
        if ((agent.listSessions != null) && stated.list() == null) {
            all.list(SessionListCapabilities.SUPPORTED);
        }
        if ((agent.deleteSession != null) && stated.delete() == null) {
            all.delete(SessionDeleteCapabilities.SUPPORTED);
        }
        if ((agent.resumeSession != null) && stated.resume() == null) {
            all.resume(SessionResumeCapabilities.SUPPORTED);
        }
        if ((agent.closeSession != null) && stated.close() == null) {
            all.close(SessionCloseCapabilities.SUPPORTED);
        }
        if ((agent.archive != null) && stated.archive() == null) {
            all.archive();
        }
        if ((agent.status != null) && stated.status() == null) {
            all.status();
        }
        if ((agent.title != null) && stated.title() == null) {
            all.title();
        }
        if (agent.forkSession != null) {
            all.fork(fork(stated.fork(), agent.forkAtMessage));
        }
        return all.build();
    }

    private static SessionForkCapabilities fork(@Nullable SessionForkCapabilities stated, boolean atMessage) {
        if (stated != null) {
            return new SessionForkCapabilities(atMessage || stated.atMessageId(), stated.meta(), stated.extras());
        }
        return atMessage ? SessionForkCapabilities.AT_MESSAGE : SessionForkCapabilities.SUPPORTED;
    }
}
