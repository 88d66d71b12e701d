package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.util.List;
import java.util.Map;
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

    private final Map<String, CompletableFuture<String>> running = new ConcurrentHashMap<>();
    private final Function<String, CompletableFuture<?>> remover;

    /** Creates it with what throws the fork with a key away. */
    Summaries(Function<String, CompletableFuture<?>> remover) {
        this.remover = remover;
    }

    /** The {@code text} of a summary; {@code left} is why its fork is still there, when it is. */
    CompletableFuture<JsonNode> of(SessionDesk desk, String key, String other) {
        OpenSession open = desk.opened(key);
        String prompt = SummaryPrompt.of(
                open.conversation(), desk.opened(other).conversation());
        CompletableFuture<String> text = new CompletableFuture<>();
        if (running.putIfAbsent(key, text) != null) {
            throw new PageException("a summary of this session is being written already");
        }
        desk.summarised(key, "");
        CompletableFuture<@Nullable String> aside = fork(desk, open, key, prompt, text);
        return text.handle((summary, problem) -> {
                    CompletableFuture<@Nullable String> left = aside.thenCompose(made -> remove(desk, made))
                            .completeOnTimeout(
                                    "the agent has not responded within " + REMOVAL_SECONDS + " seconds",
                                    REMOVAL_SECONDS,
                                    TimeUnit.SECONDS);
                    return left.thenApply(why -> {
                        running.remove(key, text);
                        desk.summarised(key, null);
                        return result(summary, problem, why);
                    });
                })
                .thenCompose(Function.identity());
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
            throw new PageException("the turn ended before its time: " + response.stopReason());
        }
        String text = SummaryPrompt.response(aside.conversation());
        if (text.isEmpty()) {
            throw new PageException("the agent has written nothing");
        }
        return text;
    }

    /** Why the fork is still there; null when it is not. */
    private CompletableFuture<@Nullable String> remove(SessionDesk desk, @Nullable String aside) {
        if (aside == null || !desk.isOpen(aside)) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<?> removing;
        try {
            if (desk.opened(aside).session().turnInProgress()) {
                desk.opened(aside).session().cancel();
            }
            removing = remover.apply(aside);
        } catch (RuntimeException e) {
            removing = CompletableFuture.failedFuture(e);
        }
        return removing.handle((done, problem) -> problem == null ? null : reason(problem));
    }

    private static JsonNode result(@Nullable String summary, @Nullable Throwable problem, @Nullable String left) {
        if (problem != null) {
            String still = left == null ? "" : "; the fork for it is still there, as " + left;
            throw new PageException(reason(problem) + still);
        }
        ObjectNode result = Shown.NODES.objectNode();
        return result.put("text", Shown.text(String.valueOf(summary))).put("left", left);
    }

    private static String reason(Throwable problem) {
        Throwable cause = problem.getCause() == null ? problem : problem.getCause();
        return Shown.text(String.valueOf(cause.getMessage()));
    }
}
