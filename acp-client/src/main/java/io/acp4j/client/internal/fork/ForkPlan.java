package io.acp4j.client.internal.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkCapability;
import io.acp4j.client.SessionOrigin;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.fork.ForkMechanism;
import io.acp4j.client.fork.ForkOptions;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.fork.MessageHistory;
import io.acp4j.client.fork.NoForkPointException;
import io.acp4j.client.internal.calls.ForkRefusals;
import io.acp4j.client.internal.calls.MissingCapability;
import io.acp4j.client.internal.calls.PathPages;
import io.acp4j.client.internal.dialect.ForkDialect;
import io.acp4j.client.internal.dialect.ForkDialects;
import io.acp4j.client.internal.dialect.ForkTarget;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.ForkDetails;
import io.acp4j.schema.branching.ForkGranularity;
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
public final class ForkPlan {

    private final ClientSession source;
    private final SessionParameters setup;
    private final ForkOptions options;
    private final MessageHistory history;
    private final ForkCut cut;
    private final ForkCapability support;
    private final @Nullable ForkDetails details;
    private final ForkMechanism way;

    /** The message that the agent is to be given, and how; null for a fork of the whole session, or none. */
    private final @Nullable Naming naming;

    private @Nullable Meta meta;

    private @Nullable String promptDigest;

    /** How many of the known messages the fork has; -1 when that is not known. */
    private final int kept;

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
    public ForkPlan(ClientSession source, MessageHistory history, ForkCut cut, ForkOptions options) {
        this.source = source;
        this.options = options;
        this.history = history;
        this.setup = setup(source);
        this.busy = source.isTurnInProgress();
        this.cut = cut;
        this.support = source.client().forkSupport();
        SessionForkCapabilities fork =
                source.client().agentCapabilities().sessionCapabilities().fork();
        this.details = fork == null ? null : ForkDetails.of(fork.meta());
        this.naming = naming();
        this.way = cut.isEmpty()
                ? ForkMechanism.NEW_SESSION
                : naming == null ? ForkMechanism.WHOLE : naming.dialect().way();
        this.kept = kept();
        this.meta = way == ForkMechanism.NEW_SESSION ? lineage() : forkMeta();
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
        ForkDialect dialect = ForkDialects.of(support.atMessage());
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
        boolean atEnd = cut.kept() == history.messages().size() && !busy;
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
            boolean counted = cut.kept() > 0 && history.start() == MessageHistory.Start.BEGINNING;
            this.text = counted ? history.messages().get(cut.kept() - 1).text() : null;
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
            return Math.toIntExact(history.messages().stream()
                    .limit(cut.kept())
                    .filter(each ->
                            each.role().equals(BranchRole.AGENT) && each.text().equals(text))
                    .count());
        }
    }

    private int kept() {
        if (naming == null || cut.kept() < 0) {
            return cut.kept();
        }
        int end = endOfTurn(cut.kept());
        int message = endOfMessage(naming, cut.kept());
        ForkGranularity granularity = support.granularity();
        if (granularity == null && message != end) {
            throw new NoForkPointException(
                    "the agent has not said whether it forks after the message or after its turn,"
                            + " and the message is not the last one of its turn; fork at the last one, and "
                            + ForkRefusals.HISTORY_AS_PROMPT);
        }
        return ForkGranularity.TURN.equals(granularity) ? end : message;
    }

    private int endOfTurn(int from) {
        List<HistoryMessage> messages = history.messages();
        int end = from;
        while (end < messages.size() && !messages.get(end).role().equals(BranchRole.USER)) {
            end++;
        }
        return end;
    }

    /** Returns where the message ends that is named: some agents show one as several, and fork after the last of these. */
    private int endOfMessage(Naming named, int from) {
        List<HistoryMessage> messages = history.messages();
        int end = from;
        while (end < messages.size() && isPartOf(named, messages.get(end))) {
            end++;
        }
        return end;
    }

    private boolean isPartOf(Naming named, HistoryMessage message) {
        MessageId id = message.id();
        return id != null
                && message.role().equals(cut.role())
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
    public void followedBy(List<ContentBlock> prompt) {
        if (options.idempotencyKey() != null) {
            promptDigest = PromptDigest.of(prompt);
            meta = forkMeta();
        }
    }

    /** Returns the way in which the fork is made. */
    public ForkMechanism way() {
        return way;
    }

    /** Returns whether it is known here what the fork would inherit. */
    public boolean isKnown() {
        return cut.kept() >= 0;
    }

    /** Returns whether the point may be a message on a branch of the session that is not shown. */
    public boolean mayBeOnAnotherBranch() {
        MessageId id = cut.id();
        return id != null
                && cut.kept() < 0
                && !id.value().isEmpty()
                && PathPages.areOffered(source.client().agentCapabilities())
                && !TranscriptMessages.isShown(source, id);
    }

    /** Asks for the fork. */
    public CompletableFuture<ClientSession> start() {
        String cwd = options.cwd() == null ? setup.cwd() : options.cwd();
        if (way == ForkMechanism.NEW_SESSION) {
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

    /**
     * Returns the messages that a fork has certainly inherited from the source. If the agent names a message by its ID, that message
     * decides. The count decides only in a fork without a named message.
     */
    public MessageHistory inherited(ClientSession fork) {
        SessionOrigin opening = fork.origin();
        SessionLineage told = opening == null ? null : SessionLineage.of(opening.meta());
        SessionLineage lineage = told != null && source.id().equals(told.parentSessionId()) ? told : null;
        MessageId last = lineage == null ? null : lineage.forkMessageId();
        Integer depth = lineage == null ? null : lineage.forkDepth();
        int count = last == null ? 0 : countThrough(last);
        if (count == 0) {
            count = counted(depth);
            if (count > 0 && last != null && history.messages().get(count - 1).id() != null) {
                return MessageHistory.NONE;
            }
        }
        boolean agrees = depth == null || history.start() != MessageHistory.Start.BEGINNING || depth == count;
        return count >= 0 && agrees ? first(count) : MessageHistory.NONE;
    }

    /** Returns the number of known messages up to the last one with an ID; 0 if none has it. */
    private int countThrough(MessageId id) {
        for (int i = history.messages().size(); i > 0; i--) {
            if (id.equals(history.messages().get(i - 1).id())) {
                return i;
            }
        }
        return 0;
    }

    /** Returns the number of known messages in a fork whose last message the agent has not named by a known ID; -1 if it is not certain. */
    private int counted(@Nullable Integer depth) {
        boolean isWhole = way == ForkMechanism.WHOLE && busy;
        if (!isWhole) {
            return kept;
        }
        return depth != null
                        && history.start() == MessageHistory.Start.BEGINNING
                        && depth <= history.messages().size()
                ? depth
                : -1;
    }

    private MessageHistory first(int count) {
        return new MessageHistory(history.messages().subList(0, count), history.start());
    }

    /** Returns the messages before one where the agent cannot make a fork; all of them must be known. */
    public static List<HistoryMessage> before(MessageHistory history, HistoryMessage message) {
        if (history.start() != MessageHistory.Start.BEGINNING) {
            throw new NoForkPointException(
                    "what comes before " + message + " is not known; load the session to know it");
        }
        return history.messages().subList(0, message.index());
    }
}
