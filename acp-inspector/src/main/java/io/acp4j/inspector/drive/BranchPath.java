package io.acp4j.inspector.drive;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.PathEntry;
import io.acp4j.schema.branching.SessionPathRequest;
import io.acp4j.schema.branching.SessionPathResponse;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The conversation of one branch of a session, read from its agent; the session stays where it is. For one thread at a time. */
final class BranchPath {

    private final ClientSession session;
    private final SessionPathRequest first;
    private final List<SessionUpdate> updates = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private final BranchUsages usages;

    private BranchPath(ClientSession session, BranchUsages usages, MessageId end) {
        this.session = session;
        this.usages = usages;
        this.first = SessionPathRequest.builder(session.id()).messageId(end).build();
    }

    static boolean offeredBy(AcpClient client) {
        return Branches.offeredBy(client) && Branches.has(client, BranchMethods.PATH);
    }

    /** Reads what was said up to a message. */
    static CompletableFuture<Conversation> read(OpenSession open, MessageId end) {
        ClientSession session = open.session();
        if (!offeredBy(session.client())) {
            throw new PageException("the agent does not advertise " + BranchMethods.PATH.name()
                    + ", so a branch can be read only by going there");
        }
        return new BranchPath(session, open.usages(), end).page(null);
    }

    private CompletableFuture<Conversation> page(@Nullable String cursor) {
        return session.client()
                .requestAsync(BranchMethods.PATH, cursor == null ? first : first.at(cursor))
                .thenComposeAsync(this::take);
    }

    private CompletableFuture<Conversation> take(SessionPathResponse page) {
        for (PathEntry entry : page.messages()) {
            updates.addAll(entry.updates());
            messages.add(entry.message().messageId().value());
        }
        if (messages.size() > Comparison.MAX_ENTRIES) {
            throw new PageException("branches of up to " + Comparison.MAX_ENTRIES
                    + " messages can be compared, and this one is longer");
        }
        String next = page.nextCursor();
        return next == null || page.messages().isEmpty()
                ? CompletableFuture.completedFuture(conversation())
                : page(next);
    }

    private Conversation conversation() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create(
                TranscriptOptions.KEEP_ALL, session.client().protocolVersion());
        transcript.replaced(updates, transcript.snapshot());
        UsageUpdate usage = usages.of(messages);
        if (usage != null) {
            transcript.update(usage);
        }
        return transcript.snapshot();
    }
}
