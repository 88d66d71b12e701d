package io.acp4j.agent.internal.assembly;

import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.internal.connection.AdvertisedCapabilities;
import io.acp4j.agent.internal.connection.AgentConfiguration;
import io.acp4j.agent.internal.connection.AgentHandlers;
import io.acp4j.agent.internal.connection.DeclaredSettings;
import io.acp4j.agent.internal.persistence.StoreFailures;
import io.acp4j.agent.internal.persistence.StoredAgent;
import io.acp4j.agent.internal.protocol.ForkPoints;
import io.acp4j.agent.internal.protocol.Ids;
import io.acp4j.agent.internal.protocol.Versions;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.ForkSessionRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an author has set so far, and the agent that comes of it; used by one thread. */
public final class AgentAssembly {

    public final AgentCapabilities.Builder capabilities = AgentCapabilities.builder();
    public final AgentHandlers handlers = new AgentHandlers();
    public final LowLevelHandlers lowLevel = new LowLevelHandlers(handlers);
    public final List<Function<ForkSessionRequest, ForkPoint.@Nullable OfMessage>> forkPointResolvers =
            new ArrayList<>();
    public @Nullable Implementation info;
    public DeclaredSettings declared = DeclaredSettings.NONE;
    public List<AuthMethod> authMethods = List.of();
    public Supplier<SessionId> sessionIds = () -> new SessionId(Ids.random("sess_"));
    public Supplier<MessageId> messageIds = () -> new MessageId(Ids.random("msg_"));
    public boolean echoUserMessages;
    public int maxSessions;
    public int maxWaitingPrompts;
    public Duration disconnectGrace = Duration.ZERO;
    public ConnectionOptions connectionOptions = ConnectionOptions.defaults();

    private List<ProtocolVersion> versions = ProtocolVersion.SUPPORTED;
    private @Nullable StoredAgent stored;

    /**
     * Creates an agent that does nothing yet.
     *
     * @param maxSessions how many sessions a connection may have open unless the author says otherwise
     * @param maxWaitingPrompts how many prompts may wait in a session unless the author says otherwise
     */
    public AgentAssembly(int maxSessions, int maxWaitingPrompts) {
        this.maxSessions = maxSessions;
        this.maxWaitingPrompts = maxWaitingPrompts;
    }

    /** Keeps sessions in a store. */
    public void store(SessionRepository repository, SessionServiceOptions options) {
        stored = new StoredAgent(
                Objects.requireNonNull(repository, "repository"), Objects.requireNonNull(options, "options"));
    }

    /**
     * Sets which versions of the protocol are served.
     *
     * @throws IllegalArgumentException when there are none, or one that this library does not speak
     */
    public void versions(List<ProtocolVersion> served) {
        versions = KnownVersions.checked(served);
    }

    /**
     * Returns what an agent needs to serve clients; later changes leave it alone.
     *
     * @throws IllegalStateException when something is missing, or two settings exclude each other
     */
    public AgentConfiguration configuration() {
        Implementation info = this.info;
        if (info == null) {
            throw new IllegalStateException("The agent has no name. Call info(name, version) before build().");
        }
        if (handlers.forkAtMessage && handlers.forkSession == null && stored == null) {
            throw new IllegalStateException("forkAtMessage needs onForkSession");
        }
        AgentHandlers all = handlers.copy();
        AgentCapabilities advertised = advertised(all);
        if (all.setMode == null && declared.modes() != null) {
            all.setMode = (request, session) -> {};
        }
        Versions served = KnownVersions.of(versions);
        if (lowLevel.handleInitialize() && !served.areUsual()) {
            throw new IllegalStateException(
                    "a handler of initialize cannot select a version; leave it out, or serve version 1 alone");
        }
        return new AgentConfiguration(
                info,
                served,
                advertised,
                new ForkPoints(forkPointResolvers),
                authMethods,
                all,
                promptOf(all),
                declared,
                stored,
                authMethods.isEmpty() ? new MissingAuthMethods(StoreFailures::of) : StoreFailures::of,
                sessionIds,
                messageIds,
                echoUserMessages,
                maxSessions,
                maxWaitingPrompts,
                disconnectGrace,
                connectionOptions);
    }

    /** Adds the handlers of declared settings and of the store, and returns what follows from all of them. */
    private AgentCapabilities advertised(AgentHandlers all) {
        AgentCapabilities stated = capabilities.build();
        StoredAgent store = stored;
        if (store == null) {
            declared.addTo(all);
            return AdvertisedCapabilities.of(stated, all);
        }
        store.addTo(all, declared, messageIds);
        return store.addTo(AdvertisedCapabilities.of(stated, all));
    }

    private Function<PromptTurn, ? extends CompletionStage<?>> promptOf(AgentHandlers all) {
        if (all.prompt != null) {
            return all.prompt;
        }
        if (lowLevel.handlePrompts()) {
            return turn -> CompletableFuture.completedFuture(null);
        }
        throw new IllegalStateException("an agent needs onPrompt");
    }
}
