package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.ClientRequestContext;
import io.acp4j.agent.RequestAction;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.internal.connection.AgentHandlers;
import io.acp4j.agent.internal.connection.DeclaredSettings;
import io.acp4j.agent.internal.session.KnownSessions;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.BranchingCapability;
import io.acp4j.schema.branching.ForkDetails;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.session.DeleteSessionRequest;
import io.acp4j.schema.session.SessionStatus;
import io.acp4j.schema.session.SessionStatusResponse;
import io.acp4j.schema.session.SetSessionTitleResponse;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Adds to an agent what follows from its sessions being stored. */
public final class StoredAgent implements KnownSessions {

    private final StoredSessions stored;
    private final SessionServiceOptions options;

    public StoredAgent(SessionRepository repository, SessionServiceOptions options) {
        this.stored = new StoredSessions(repository, options);
        this.options = options;
    }

    @Override
    public boolean isKnown(SessionId id, String principal) {
        return stored.find(id, principal) != null;
    }

    /**
     * Puts the handlers of stored sessions in front of those of the author.
     *
     * @param handlers those of the author; changed
     */
    public void addTo(AgentHandlers handlers, DeclaredSettings declared, Supplier<MessageId> messageIds) {
        new StoredOpeners(stored).addTo(handlers, declared);
        handlers.forkAtMessage = options.forks() == SessionServiceOptions.ForkSupport.AT_MESSAGE;
        if (handlers.listSessions == null) {
            handlers.listSessions =
                    (request, context) -> stored.list(request, context.client().principal());
        }
        if (handlers.closeSession == null) {
            handlers.closeSession = (request, session) -> {};
        }
        handlers.deleteSession = deleting(handlers.deleteSession);
        addUnstable(handlers);
        handlers.lowLevel.add(
                0,
                (routes, connection) -> new BranchRequests(
                                connection.sessions(),
                                stored,
                                messageIds,
                                connection.peer()::principal,
                                connection.peer())
                        .addTo(routes, connection));
    }

    /** Returns what deletes a session; what is unknown to the client's principal counts as deleted, whether it exists or not. */
    private RequestAction<DeleteSessionRequest, ClientRequestContext> deleting(
            @Nullable RequestAction<DeleteSessionRequest, ClientRequestContext> author) {
        return (request, context) -> {
            if (isKnown(request.sessionId(), context.client().principal())) {
                if (author != null) {
                    author.handle(request, context);
                }
                stored.delete(request.sessionId());
            }
        };
    }

    private void addUnstable(AgentHandlers handlers) {
        var archive = handlers.archive;
        handlers.archive = (request, context) -> {
            requireKnown(request.sessionId(), context.client().principal());
            if (archive != null) {
                archive.handle(request, context);
            }
            stored.archive(request.sessionId());
        };
        var unarchive = handlers.unarchive;
        handlers.unarchive = (request, context) -> {
            requireKnown(request.sessionId(), context.client().principal());
            if (unarchive != null) {
                unarchive.handle(request, context);
            }
            stored.unarchive(request.sessionId());
        };
        if (handlers.status == null) {
            handlers.status = (request, context) -> {
                requireKnown(request.sessionId(), context.client().principal());
                return stored.isOpen(request.sessionId())
                        ? new SessionStatusResponse(SessionStatus.OPEN, stored.state(request.sessionId()), null)
                        : SessionStatusResponse.of(SessionStatus.SAVED);
            };
        }
        var title = handlers.title;
        handlers.title = (request, context) -> {
            requireKnown(request.sessionId(), context.client().principal());
            SetSessionTitleResponse said = title == null ? null : title.handle(request, context);
            String wanted = said == null ? request.title() : said.title();
            return new SetSessionTitleResponse(
                    stored.title(request.sessionId(), wanted), said == null ? null : said.meta());
        };
    }

    private void requireKnown(SessionId id, String principal) {
        if (!isKnown(id, principal)) {
            throw BranchException.unknownSession(id);
        }
    }

    /** Returns the capabilities of an agent with what its stored sessions can do. */
    public AgentCapabilities addTo(AgentCapabilities advertised) {
        SessionForkCapabilities fork = advertised.sessionCapabilities().fork();
        return advertised.toBuilder()
                .meta(BranchingCapability.of(BranchMethods.ALL).into(advertised.meta()))
                .sessionCapabilities(advertised.sessionCapabilities().toBuilder()
                        .fork(
                                fork == null || options.forks() == SessionServiceOptions.ForkSupport.NONE
                                        ? null
                                        : detailed(fork, stored.branching()))
                        .build())
                .build();
    }

    private static SessionForkCapabilities detailed(SessionForkCapabilities fork, SessionRepositoryOptions options) {
        ForkDetails details = ForkDetails.builder()
                .user(options.forkAtUser())
                .thought(options.forkAtThought())
                .granularity(
                        options.granularity() == SessionRepositoryOptions.Granularity.TURN
                                ? ForkGranularity.TURN
                                : ForkGranularity.MESSAGE)
                .label(true)
                .lineage(true)
                .build();
        return new SessionForkCapabilities(fork.atMessageId(), details.into(fork.meta()), fork.extras());
    }
}
