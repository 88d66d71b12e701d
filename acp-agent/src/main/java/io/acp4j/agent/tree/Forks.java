package io.acp4j.agent.tree;

import io.acp4j.agent.store.Attribute;
import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoredFormat;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes forks: one row each, whatever the length of what they share. */
final class Forks {

    private static final Pattern FORK_TITLE = Pattern.compile("(.*) \\(fork(?: \\d+)?\\)", Pattern.DOTALL);

    private final SessionRepositoryOptions options;
    private final BiPredicate<SessionId, MessageId> sending;

    /**
     * Creates the maker.
     *
     * @param options what is allowed
     * @param sending returns of a message whether the session is still sending it
     */
    Forks(SessionRepositoryOptions options, BiPredicate<SessionId, MessageId> sending) {
        this.options = options;
        this.sending = sending;
    }

    /**
     * The row of a fork.
     *
     * @param session the fork
     * @param repeated true when an earlier request with the same key had made it
     */
    record ForkRow(StoredSession session, boolean repeated) {}

    /**
     * Makes a fork.
     *
     * @param tree the tree of its source
     * @param leases returns the lease that the fork is stored with at a time
     */
    ForkRow make(StoreTransaction tx, ForkSpec spec, long tree, Function<Instant, Lease> leases) {
        tx.lockTree(tree);
        StoredSession source = tx.session(spec.source());
        if (source == null) {
            throw BranchException.unknownSession(spec.source());
        }
        StoredFormat.requireKnown(source);
        StoredSession earlier = earlier(tx, spec);
        if (earlier != null) {
            return new ForkRow(earlier, true);
        }
        requireAllowed(tx, source);
        ForkEnd end = new BranchPoints(tx, source, options, sending).find(spec.point());
        StoredSession fork = row(tx, spec, source, end, leases);
        if (!tx.insert(fork)) {
            throw new IllegalArgumentException("there is a session with the id of the fork: " + fork.id());
        }
        TreeWriter writer = new TreeWriter(tx, fork, options);
        if (end.interrupted()) {
            writer.interrupt();
        }
        return new ForkRow(writer.finish(), false);
    }

    private static @Nullable StoredSession earlier(StoreTransaction tx, ForkSpec spec) {
        ForkKey key = spec.key();
        if (key == null) {
            return null;
        }
        StoredSession earlier = tx.forkByKey(spec.source(), key.key());
        if (earlier != null && !key.equals(earlier.forkKey())) {
            throw BranchException.invalid(
                    BranchException.IDEMPOTENCY_CONFLICT,
                    "The idempotency key was used for another fork of this session; choose a new one");
        }
        return earlier == null ? null : StoredFormat.requireKnown(earlier);
    }

    private void requireAllowed(StoreTransaction tx, StoredSession source) {
        Attribute kind = source.attributes().get(SessionAttributes.KIND);
        if (kind != null && (isKind(kind, SessionAttributes.SUBAGENT) || isKind(kind, SessionAttributes.CRON))) {
            throw BranchException.invalid(BranchException.NOT_FORKABLE, "Sessions of this kind cannot be forked");
        }
        if (options.maxForksPerSession() < Integer.MAX_VALUE
                && tx.countForks(source.id()) >= options.maxForksPerSession()) {
            throw BranchException.invalid(
                    BranchException.LIMIT, "The session has as many forks as it may; delete one first");
        }
        if (options.maxForkDepth() < Integer.MAX_VALUE && depth(tx, source) >= options.maxForkDepth()) {
            throw BranchException.invalid(
                    BranchException.LIMIT, "The session is a fork of a fork as deep as it may be; fork one further up");
        }
    }

    private static boolean isKind(Attribute attribute, String kind) {
        return attribute.value().equals(RawJson.of(kind));
    }

    /** Returns how deep a session is among forks of forks: 0 for what is no fork. Counts no further than matters. */
    private int depth(StoreTransaction tx, StoredSession session) {
        int depth = 0;
        SessionId parent = session.parent();
        while (parent != null && depth < options.maxForkDepth()) {
            depth++;
            StoredSession above = tx.session(parent);
            parent = above == null ? null : above.parent();
        }
        return depth;
    }

    private static StoredSession row(
            StoreTransaction tx, ForkSpec spec, StoredSession source, ForkEnd end, Function<Instant, Lease> leases) {
        long sequence = tx.sequence(1);
        Instant now = tx.now();
        NodeRef point = end.ref();
        boolean numbered = spec.label() == null && source.title() != null;
        String principal = spec.principal() == null ? source.principal() : spec.principal();
        int number = numbered ? tx.lastForkNumber(source.tree(), principal) + 1 : 0;
        return StoredSession.builder()
                .id(spec.id())
                .principal(principal)
                .tree(source.tree())
                .sequence(sequence)
                .cwd(spec.cwd() == null ? source.cwd() : spec.cwd())
                .additionalDirectories(
                        spec.additionalDirectories() == null
                                ? source.additionalDirectories()
                                : spec.additionalDirectories())
                .title(spec.label() == null ? title(source, number) : spec.label())
                .label(spec.label())
                .parent(principal.equals(source.principal()) ? source.id() : null)
                .origin(new Origin(source.id(), point, end.message(), end.depth(), number))
                .head(point)
                .attributes(attributes(source, spec))
                .format(source.format())
                .forkKey(spec.key())
                .lease(leases.apply(now))
                .createdAt(now)
                .updatedAt(now)
                .build();
    }

    private static Map<String, Attribute> attributes(StoredSession source, ForkSpec spec) {
        Map<String, Attribute> attributes = new LinkedHashMap<>();
        source.attributes().forEach((name, attribute) -> {
            if (attribute.inherited()) {
                attributes.put(name, attribute);
            }
        });
        attributes.putAll(spec.attributes());
        return attributes;
    }

    /** Returns the title of the source with the number of the fork; null when the source has none. */
    private static @Nullable String title(StoredSession source, int number) {
        if (source.title() == null) {
            return null;
        }
        Matcher forked = FORK_TITLE.matcher(source.title());
        String base = forked.matches() ? forked.group(1) : source.title();
        return base + (number == 1 ? " (fork)" : " (fork " + number + ")");
    }
}
