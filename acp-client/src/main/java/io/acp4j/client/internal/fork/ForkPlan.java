package io.acp4j.client.internal.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkCapability;
import io.acp4j.client.ForkMechanism;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.SessionOrigin;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.internal.calls.ForkRefusals;
import io.acp4j.client.internal.calls.MissingCapability;
import io.acp4j.client.internal.calls.PathPages;
import io.acp4j.client.internal.dialect.ForkDialect;
import io.acp4j.client.internal.dialect.ForkDialects;
import io.acp4j.client.internal.dialect.ForkTarget;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.ForkDetails;
import io.acp4j.schema.branching.ForkRequestOptions;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.branching.SessionTraits;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.session.ForkSessionRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One fork, checked against all that the agent advertises before anything is sent. */
final class ForkPlan {

    private final ClientSession source;
    private final SessionParameters setup;
    private final ForkOptions options;
    private final KnownMessages known;
    private final ForkCut cut;
    private final ForkCapability capability;
    private final @Nullable ForkDetails details;
    private final ForkMechanism mechanism;

    /** The message that the agent is to be given, and how; null for a fork of the whole session, or none. */
    private final @Nullable Naming naming;

    private @Nullable Meta meta;

    private @Nullable String promptDigest;

    /** Whether a turn is under way, so that the end of the session may not be where the agent forks. */
    private final boolean busy;

    /** A message that is to be named, in a dialect that the agent understands. */
    private record Naming(ForkDialect dialect, Target target) {}

    /**
     * Checks a fork.
     *
     * @param cut what it is to inherit of the history
     * @throws NoForkPointException when there is no such fork
     * @throws UnsupportedCapabilityException when the agent has not advertised what it takes
     */
    ForkPlan(ClientSession source, KnownMessages known, ForkCut cut, ForkOptions options) {
        this.source = source;
        this.options = options;
        this.known = known;
        this.setup = setup(source);
        this.busy = source.isTurnInProgress();
        this.cut = cut;
        this.capability = source.client().forkCapability();
        SessionForkCapabilities fork =
                source.client().agentCapabilities().sessionCapabilities().fork();
        this.details = fork == null ? null : ForkDetails.of(fork.meta());
        this.naming = naming();
        this.mechanism = cut.isEmpty()
                ? ForkMechanism.NEW_SESSION
                : naming == null
                        ? ForkMechanism.WHOLE_SESSION
                        : naming.dialect().mechanism();
        requireCertainEnd();
        this.meta = mechanism == ForkMechanism.NEW_SESSION ? lineage() : forkMeta();
    }

    private static SessionParameters setup(ClientSession source) {
        SessionOrigin opening = source.origin();
        SessionTraits traits = opening == null ? null : SessionTraits.of(opening.meta());
        if (traits != null && !traits.kind().forkable()) {
            throw new NoForkPointException(
                    "session " + source.id() + " is of kind " + traits.kind() + "; fork the session that started it");
        }
        SessionParameters setup = source.parameters();
        if (opening == null || setup == null) {
            throw new IllegalStateException("session " + source.id() + " was not opened by this client; load it first");
        }
        return setup;
    }

    private InitializeResponse agent() {
        return source.client().initializeResponse();
    }

    /** Returns where an agent advertises what it takes of a fork. */
    private String details() {
        return MissingCapability.path(Capabilities.SESSION_FORK, agent()) + "._meta." + ForkDetails.KEY;
    }

    /** Returns which message is named to the agent; null when none is to be. */
    private @Nullable Naming naming() {
        if (cut.isEmpty()) {
            return null;
        }
        ForkDialect dialect = ForkDialects.of(capability);
        if (dialect == null) {
            throw ForkRefusals.noForks(agent());
        }
        MessageId id = cut.id();
        if (id == null && cut.doubtful() && busy) {
            throw new NoForkPointException(
                    "the last message has no id, and a turn is in progress; wait for its end to fork after it");
        }
        if (BranchRole.USER.equals(cut.role()) && details != null && !details.user()) {
            throw ForkRefusals.noUserMessages(agent(), details() + ".user");
        }
        boolean atEnd = cut.kept() == known.size() && !busy;
        if (id == null || (atEnd && dialect.prefersWhole())) {
            return null;
        }
        Target target = new Target(id);
        AcpException refusal = dialect.refusal(target, agent());
        if (refusal != null) {
            throw refusal;
        }
        return new Naming(dialect, target);
    }

    /** The message that the fork ends with, as far as it is known here. */
    private final class Target implements ForkTarget {

        private final MessageId id;
        private final @Nullable String text;

        Target(MessageId id) {
            this.id = id;
            TranscriptMessage last = cut.kept() > 0 && known.isFromBeginning() ? known.get(cut.kept() - 1) : null;
            // The text of a message that is not kept whole is not the text that the agent knows.
            this.text = last == null || last.missing() > 0 ? null : last.text();
        }

        @Override
        public MessageId id() {
            return id;
        }

        @Override
        public @Nullable BranchRole role() {
            return cut.role();
        }

        @Override
        public @Nullable String text() {
            return text;
        }

        @Override
        public int occurrence() {
            if (text == null) {
                return 1;
            }
            return Math.toIntExact(known.messages().stream()
                    .limit(cut.kept())
                    .filter(each ->
                            each.role() == MessageRole.AGENT && each.text().equals(text))
                    .count());
        }
    }

    /** Checks that it is known whether a fork at the message contains the rest of its turn. */
    private void requireCertainEnd() {
        if (naming != null
                && cut.kept() >= 0
                && capability.granularity() == null
                && endOfMessage(naming, cut.kept()) != endOfTurn(cut.kept())) {
            throw new NoForkPointException(
                    "the agent has not said whether it forks after the message or after its turn,"
                            + " and the message is not the last one of its turn; fork at the last one, and "
                            + ForkRefusals.HISTORY_AS_PROMPT);
        }
    }

    private int endOfTurn(int from) {
        int end = from;
        while (end < known.size() && !known.isFromUser(end)) {
            end++;
        }
        return end;
    }

    /** Returns where the message ends that is named: some agents show one as several, and fork after the last of these. */
    private int endOfMessage(Naming named, int from) {
        int end = from;
        while (end < known.size() && isPartOf(named, end)) {
            end++;
        }
        return end;
    }

    private boolean isPartOf(Naming named, int position) {
        MessageId id = known.id(position);
        return id != null
                && known.role(position).equals(cut.role())
                && named.dialect().isSameMessage(named.target().id(), id);
    }

    private @Nullable Meta forkMeta() {
        String key = options.idempotencyKey();
        if (key != null && details == null) {
            throw ForkRefusals.noKeys(agent(), details());
        }
        // A label is for people: an agent that takes none makes the same fork without it.
        String label = details != null && details.label() ? options.label() : null;
        BranchRole role = details != null && cut.id() != null && cut.doubtful() ? cut.role() : null;
        return label == null && key == null && role == null
                ? options.meta()
                : new ForkRequestOptions(label, key, key == null ? null : promptDigest, role).into(options.meta());
    }

    /** There is no fork before the first message in the protocol, so that is a new session which says where it comes from. */
    private @Nullable Meta lineage() {
        if (options.idempotencyKey() != null) {
            throw new IllegalArgumentException(
                    "a session without inherited messages is made by session/new, which takes no idempotency key");
        }
        return details != null && details.lineage()
                ? SessionLineage.builder()
                        .parentSessionId(source.id())
                        .label(options.label())
                        .build()
                        .into(options.meta())
                : options.meta();
    }

    /** Identifies the prompt that follows, so that the agent refuses the same idempotency key with another prompt. */
    void followedBy(List<ContentBlock> prompt) {
        if (options.idempotencyKey() != null) {
            promptDigest = PromptDigest.of(prompt);
            meta = forkMeta();
        }
    }

    /** Returns the mechanism of the fork. */
    ForkMechanism mechanism() {
        return mechanism;
    }

    /** Returns whether it is known here what the fork would inherit. */
    boolean isKnown() {
        return cut.kept() >= 0;
    }

    /** Returns whether the point may be a message on a branch of the session that is not shown. */
    boolean mayBeOnAnotherBranch() {
        MessageId id = cut.id();
        return id != null
                && cut.kept() < 0
                && !id.value().isEmpty()
                && PathPages.areOffered(source.client().agentCapabilities())
                && !KnownMessages.isShown(source, id);
    }

    /** Asks for the fork. */
    CompletableFuture<ClientSession> start() {
        String cwd = options.cwd() == null ? setup.cwd() : options.cwd();
        if (mechanism == ForkMechanism.NEW_SESSION) {
            return RestatedSession.open(source, setup, options, meta);
        }
        ForkSessionRequest whole = ForkSessionRequest.builder(source.id(), cwd)
                .additionalDirectories(setup.additionalDirectories())
                .mcpServers(setup.mcpServers())
                .systemPrompt(setup.systemPrompt())
                .meta(meta)
                .build();
        ForkSessionRequest request = naming == null ? whole : naming.dialect().name(whole, naming.target());
        return source.client().forkSessionAsync(request, options.listener());
    }
}
