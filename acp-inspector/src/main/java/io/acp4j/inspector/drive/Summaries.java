package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Summaries of what a session has and another one does not. Each is asked for in a fork that is thrown away afterwards, whether
 * there is a summary or not. There is one of a session at a time. Safe for use by many threads.
 */
final class Summaries {

    /** How long the removal of a fork is waited for before the summary is handed over; it goes on. */
    static final int REMOVAL_SECONDS = 10;

    /** What there is in the end: a text, or why there is none. */
    private record Outcome(@Nullable String text, @Nullable Throwable problem) {

        JsonNode result(@Nullable String left) {
            if (problem != null) {
                String still = left == null ? "" : "; the fork for it is still there, as " + left;
                throw new PageException(reason(problem) + still);
            }
            ObjectNode result = Shown.NODES.objectNode();
            return result.put("text", Shown.text(String.valueOf(text))).put("left", left);
        }
    }

    private final Map<String, CompletableFuture<String>> running = new ConcurrentHashMap<>();
    private final Function<String, CompletableFuture<?>> remover;

    /** Creates it with what throws the fork with a key away. */
    Summaries(Function<String, CompletableFuture<?>> remover) {
        this.remover = remover;
    }

    /** The {@code text} of a summary; {@code left} is why its fork is still there, when it is. */
    CompletableFuture<JsonNode> of(SessionDesk desk, String key, String other) {
        OpenSession open = desk.opened(key);
        String prompt = SummaryPrompt.of(open.conversation(), desk.opened(other).conversation());
        CompletableFuture<String> text = new CompletableFuture<>();
        if (running.putIfAbsent(key, text) != null) {
            throw new PageException("a summary of this session is being written already");
        }
        desk.summarised(key, "");
        CompletableFuture<@Nullable String> aside = fork(desk, open, key, prompt, text);
        // However the text ends: what comes first is that the fork goes.
        return text.handle(Outcome::new)
                .thenCompose(outcome -> removed(desk, aside).thenApply(left -> {
                    running.remove(key, text);
                    desk.summarised(key, null);
                    return outcome.result(left.orElse(null));
                }));
    }

    private CompletableFuture<Optional<String>> removed(SessionDesk desk, CompletableFuture<@Nullable String> aside) {
        String late = "the agent has not responded within " + REMOVAL_SECONDS + " seconds";
        // A copy is what times out: a fork that comes later is removed, too.
        return aside.thenCompose(made -> remove(desk, made))
                .copy()
                .completeOnTimeout(Optional.of(late), REMOVAL_SECONDS, TimeUnit.SECONDS);
    }

    /** Ends one that is being written; its fork is thrown away. */
    void cancel(String key) {
        CompletableFuture<String> text = running.get(key);
        if (text != null) {
            text.completeExceptionally(new PageException("it was cancelled"));
        }
    }

    /** The key of the fork, null when there is none; the text becomes what is written in it. */
    private static CompletableFuture<@Nullable String> fork(
            SessionDesk desk, OpenSession open, String key, String prompt, CompletableFuture<String> text) {
        CompletableFuture<String> forking;
        try {
            forking = Asides.fork(desk, open, "Summary");
        } catch (RuntimeException e) {
            forking = CompletableFuture.failedFuture(e);
        }
        return forking.handle((aside, problem) -> {
            if (problem != null) {
                text.completeExceptionally(problem);
            } else if (!text.isDone()) {
                desk.summarised(key, aside);
                ask(desk, aside, prompt, text);
            }
            return aside;
        });
    }

    private static void ask(SessionDesk desk, String aside, String prompt, CompletableFuture<String> text) {
        CompletableFuture<PromptResponse> turn;
        try {
            turn = Asides.ask(desk, aside, List.of(ContentBlock.text(prompt)));
        } catch (RuntimeException e) {
            turn = CompletableFuture.failedFuture(e);
        }
        OpenSession open = desk.opened(aside);
        var unused = turn.thenApply(response -> written(open, response)).whenComplete((summary, problem) -> {
            if (problem == null) {
                text.complete(summary);
            } else {
                text.completeExceptionally(problem);
            }
        });
    }

    private static String written(OpenSession aside, PromptResponse response) {
        if (!response.stopReason().equals(StopReason.END_TURN)) {
            throw new PageException("the turn ended early: " + response.stopReason());
        }
        String text = SummaryPrompt.response(aside.conversation());
        if (text.isEmpty()) {
            throw new PageException("the agent has written nothing");
        }
        return text;
    }

    /** Returns why the fork is still there; empty when it is not. */
    private CompletableFuture<Optional<String>> remove(SessionDesk desk, @Nullable String aside) {
        if (aside == null || !desk.isOpen(aside)) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        CompletableFuture<?> removing;
        try {
            if (desk.opened(aside).session().isTurnInProgress()) {
                desk.opened(aside).session().cancel();
            }
            removing = remover.apply(aside);
        } catch (RuntimeException e) {
            removing = CompletableFuture.failedFuture(e);
        }
        return removing.handle((done, problem) -> problem == null ? Optional.empty() : Optional.of(reason(problem)));
    }

    private static String reason(Throwable problem) {
        Throwable cause = problem.getCause() == null ? problem : problem.getCause();
        return Shown.text(String.valueOf(cause.getMessage()));
    }
}
