package io.acp4j.agent;

import io.acp4j.schema.v1.init.AgentAuthCapabilities;
import io.acp4j.schema.v1.init.AgentCapabilities;
import io.acp4j.schema.v1.init.LogoutCapabilities;
import io.acp4j.schema.v1.init.SessionCapabilities;
import io.acp4j.schema.v1.init.SessionCloseCapabilities;
import io.acp4j.schema.v1.init.SessionDeleteCapabilities;
import io.acp4j.schema.v1.init.SessionForkCapabilities;
import io.acp4j.schema.v1.init.SessionListCapabilities;
import io.acp4j.schema.v1.init.SessionResumeCapabilities;
import org.jspecify.annotations.Nullable;

/** Adds to what the author advertises what follows from the handlers. */
final class AdvertisedCapabilities {

    private AdvertisedCapabilities() {}

    static AgentCapabilities of(AgentCapabilities stated, AcpAgentBuilder agent) {
        AgentCapabilities.Builder all = stated.toBuilder();
        if (agent.loadSession != null) {
            all.loadSession(true);
        }
        if (agent.logout != null && stated.auth().logout() == null) {
            all.auth(new AgentAuthCapabilities(
                    LogoutCapabilities.SUPPORTED,
                    stated.auth().meta(),
                    stated.auth().extras()));
        }
        return all.sessionCapabilities(sessions(stated.sessionCapabilities(), agent))
                .build();
    }

    private static SessionCapabilities sessions(SessionCapabilities stated, AcpAgentBuilder agent) {
        SessionCapabilities.Builder all = stated.toBuilder();
        if (agent.listSessions != null && stated.list() == null) {
            all.list(SessionListCapabilities.SUPPORTED);
        }
        if (agent.deleteSession != null && stated.delete() == null) {
            all.delete(SessionDeleteCapabilities.SUPPORTED);
        }
        if (agent.resumeSession != null && stated.resume() == null) {
            all.resume(SessionResumeCapabilities.SUPPORTED);
        }
        if (agent.closeSession != null && stated.close() == null) {
            all.close(SessionCloseCapabilities.SUPPORTED);
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
