package io.acp4j.agent;

import io.acp4j.agent.tree.BranchingOptions;
import io.acp4j.schema.v1.branch.BranchMethods;
import io.acp4j.schema.v1.branch.BranchingCapability;
import io.acp4j.schema.v1.branch.ForkDetails;
import io.acp4j.schema.v1.branch.ForkGranularity;
import io.acp4j.schema.v1.init.AgentAuthCapabilities;
import io.acp4j.schema.v1.init.AgentCapabilities;
import io.acp4j.schema.v1.init.AuthStatusCapabilities;
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
        boolean stored = agent.stored != null;
        if (stored || agent.loadSession != null) {
            all.loadSession(true);
        }
        if (stored) {
            all.meta(BranchingCapability.of(BranchMethods.ALL).into(stated.meta()));
        }
        if (agent.unstable().providers != null && stated.providers() == null) {
            all.providers();
        }
        return all.auth(auth(stated.auth(), agent))
                .sessionCapabilities(sessions(stated.sessionCapabilities(), agent))
                .build();
    }

    private static AgentAuthCapabilities auth(AgentAuthCapabilities stated, AcpAgentBuilder agent) {
        boolean logout = agent.logout != null && stated.logout() == null;
        boolean status = agent.unstable().authStatus != null && stated.status() == null;
        return new AgentAuthCapabilities(
                logout ? LogoutCapabilities.SUPPORTED : stated.logout(),
                status ? AuthStatusCapabilities.SUPPORTED : stated.status(),
                stated.meta(),
                stated.extras());
    }

    private static SessionCapabilities sessions(SessionCapabilities stated, AcpAgentBuilder agent) {
        SessionCapabilities.Builder all = stated.toBuilder();
        boolean stored = agent.stored != null;
        if ((stored || agent.listSessions != null) && stated.list() == null) {
            all.list(SessionListCapabilities.SUPPORTED);
        }
        if ((stored || agent.deleteSession != null) && stated.delete() == null) {
            all.delete(SessionDeleteCapabilities.SUPPORTED);
        }
        if ((stored || agent.resumeSession != null) && stated.resume() == null) {
            all.resume(SessionResumeCapabilities.SUPPORTED);
        }
        if ((stored || agent.closeSession != null) && stated.close() == null) {
            all.close(SessionCloseCapabilities.SUPPORTED);
        }
        UnstableHandlers unstable = agent.unstable();
        if ((stored || unstable.archive != null) && stated.archive() == null) {
            all.archive();
        }
        if ((stored || unstable.status != null) && stated.status() == null) {
            all.status();
        }
        if ((stored || unstable.title != null) && stated.title() == null) {
            all.title();
        }
        if (agent.stored != null) {
            all.fork(detailed(fork(stated.fork(), true), agent.stored.branching()));
        } else if (agent.forkSession != null) {
            all.fork(fork(stated.fork(), agent.forkAtMessage));
        }
        return all.build();
    }

    private static SessionForkCapabilities detailed(SessionForkCapabilities fork, BranchingOptions options) {
        ForkDetails details = ForkDetails.builder()
                .user(options.forkAtUser())
                .thought(options.forkAtThought())
                .granularity(
                        options.granularity() == BranchingOptions.Granularity.TURN
                                ? ForkGranularity.TURN
                                : ForkGranularity.MESSAGE)
                .label(true)
                .lineage(true)
                .build();
        return new SessionForkCapabilities(fork.atMessageId(), details.into(fork.meta()), fork.extras());
    }

    private static SessionForkCapabilities fork(@Nullable SessionForkCapabilities stated, boolean atMessage) {
        if (stated != null) {
            return new SessionForkCapabilities(atMessage || stated.atMessageId(), stated.meta(), stated.extras());
        }
        return atMessage ? SessionForkCapabilities.AT_MESSAGE : SessionForkCapabilities.SUPPORTED;
    }
}
