package io.acp4j.client.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionOpening;
import io.acp4j.client.SessionSetup;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.Meta;
import io.acp4j.schema.v1.Capabilities;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.branch.BranchRole;
import io.acp4j.schema.v1.branch.ForkDetails;
import io.acp4j.schema.v1.branch.ForkWishes;
import io.acp4j.schema.v1.branch.SessionLineage;
import io.acp4j.schema.v1.branch.SessionTraits;
import io.acp4j.schema.v1.init.SessionForkCapabilities;
import io.acp4j.schema.v1.session.ForkSessionRequest;
import io.acp4j.schema.v1.session.NewSessionRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One fork, checked against all that the agent advertises before anything is sent. */
final class ForkPlan {

    private static final String FORK = Capabilities.SESSION_FORK.path();
    private static final String DETAILS = FORK + "._meta." + ForkDetails.KEY;

    private final ClientSession source;
    private final SessionSetup setup;
    private final ForkOptions options;
    private final MessageHistory history;
    private final ForkPoint.Cut cut;
    private final @Nullable ForkDetails details;
    private final @Nullable Meta meta;

    /** Whether a turn is under way, so that the end of the session may not be where the agent forks. */
    private final boolean busy;

    ForkPlan(ClientSession source, MessageHistory history, ForkPoint point, ForkOptions options) {
        this.source = source;
        this.options = options;
        this.history = history;
        this.setup = setup(source);
        this.busy = source.turnInProgress();
        this.cut = point.in(history);
        SessionForkCapabilities fork =
                source.client().agentCapabilities().sessionCapabilities().fork();
        this.details = fork == null ? null : ForkDetails.of(fork.meta());
        if (cut.isEmpty()) {
            this.meta = lineage();
        } else {
            requirePoint(fork);
            this.meta = wishes();
        }
    }

    private static SessionSetup setup(ClientSession source) {
        SessionOpening opening = source.opening();
        SessionTraits traits = opening == null ? null : SessionTraits.of(opening.meta());
        if (traits != null && !traits.kind().forkable()) {
            throw new NoForkPointException("session " + source.id() + " is of kind " + traits.kind());
        }
        SessionSetup setup = source.setup();
        if (opening == null || setup == null) {
            throw new IllegalStateException("session " + source.id() + " was not opened by this client; load it first");
        }
        return setup;
    }

    private void requirePoint(@Nullable SessionForkCapabilities fork) {
        if (fork == null) {
            throw new UnsupportedCapabilityException(Methods.SESSION_FORK.name(), FORK);
        }
        if (cut.id() != null && !fork.atMessageId()) {
            throw new UnsupportedCapabilityException("session/fork at a message", FORK + ".atMessageId");
        }
        if (cut.id() == null && cut.doubtful() && busy) {
            throw new NoForkPointException(
                    "the last message has no id, and a turn is in progress; wait for its end to fork after it");
        }
        if (BranchRole.USER.equals(cut.role()) && details != null && !details.user()) {
            throw new UnsupportedCapabilityException("session/fork at a message of the user", DETAILS + ".user");
        }
    }

    private @Nullable Meta wishes() {
        String label = options.label();
        String key = options.idempotencyKey();
        if (label != null && (details == null || !details.label())) {
            throw new UnsupportedCapabilityException("session/fork with a label", DETAILS + ".label");
        }
        if (key != null && details == null) {
            throw new UnsupportedCapabilityException("session/fork with an idempotency key", DETAILS);
        }
        BranchRole role = details != null && cut.id() != null && cut.doubtful() ? cut.role() : null;
        return label == null && key == null && role == null
                ? options.meta()
                : new ForkWishes(label, key, role).into(options.meta());
    }

    /** There is no fork before the first message in the protocol, so that is a new session which says where it comes from. */
    private @Nullable Meta lineage() {
        if (options.idempotencyKey() != null) {
            throw new IllegalArgumentException(
                    "a session without inherited messages is made by session/new, which takes no idempotency key");
        }
        boolean told = details != null && details.lineage();
        if (options.label() != null && !told) {
            throw new UnsupportedCapabilityException("session/new with a label", DETAILS + ".lineage");
        }
        return told
                ? SessionLineage.builder()
                        .parentSessionId(source.id())
                        .label(options.label())
                        .build()
                        .into(options.meta())
                : options.meta();
    }

    CompletableFuture<ClientSession> start() {
        String cwd = options.cwd() == null ? setup.cwd() : options.cwd();
        if (cut.isEmpty()) {
            NewSessionRequest request = NewSessionRequest.builder(cwd)
                    .additionalDirectories(setup.additionalDirectories())
                    .mcpServers(setup.mcpServers())
                    .systemPrompt(setup.systemPrompt())
                    .meta(meta)
                    .build();
            return source.client().newSessionAsync(request, options.listener());
        }
        ForkSessionRequest request = ForkSessionRequest.builder(source.id(), cwd)
                .messageId(cut.id())
                .additionalDirectories(setup.additionalDirectories())
                .mcpServers(setup.mcpServers())
                .systemPrompt(setup.systemPrompt())
                .meta(meta)
                .build();
        return source.client().forkSessionAsync(request, options.listener());
    }

    /** Makes a new session go on with the settings that a fork would have inherited. */
    CompletableFuture<ClientSession> settle(ClientSession fork) {
        return cut.isEmpty() ? CarriedSettings.between(source, fork).apply() : CompletableFuture.completedFuture(fork);
    }

    /** Tells which messages a session that has been made has from the source. */
    MessageHistory inherited(ClientSession fork) {
        int kept = cut.kept();
        SessionOpening opening = fork.opening();
        SessionLineage told = opening == null ? null : SessionLineage.of(opening.meta());
        boolean uncertain = kept < 0 || (cut.id() == null && !cut.isEmpty() && busy);
        if (uncertain) {
            if (told == null
                    || !source.id().equals(told.parentSessionId())
                    || history.start() != MessageHistory.Start.BEGINNING
                    || told.forkDepth() > history.size()) {
                return MessageHistory.NONE;
            }
            kept = told.forkDepth();
        }
        return history.first(kept);
    }
}
