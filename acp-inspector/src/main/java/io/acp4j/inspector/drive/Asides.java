package io.acp4j.inspector.drive;

import io.acp4j.client.ForkOptions;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.PromptResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Forks of whole sessions for one question, which are to be thrown away. */
final class Asides {

    private Asides() {}

    /** Makes a fork that is called like its question; the result is its key. */
    static CompletableFuture<String> fork(SessionDesk desk, OpenSession open, String question) {
        SessionLineage lineage = open.lineage(null, open.depth(), "");
        return open.session()
                .forks()
                .forkAsync(ForkPoint.end(), ForkOptions.DEFAULT)
                .thenApply(fork -> desk.aside(fork, lineage, question));
    }

    /** Asks in such a fork; the result is the end of the turn. */
    static CompletableFuture<PromptResponse> ask(SessionDesk desk, String key, List<ContentBlock> content) {
        OpenSession aside = desk.opened(key);
        CompletableFuture<PromptResponse> turn = aside.session().promptAsync(content);
        aside.follow(turn);
        return turn;
    }
}
