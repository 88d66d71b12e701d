package io.acp4j.inspector.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one page asks for, begun in the order in which it is asked for: a prompt behind a change of the mode is sent behind it.
 * Used on the event loop of the page.
 */
final class PageCommands {

    private static final Logger LOG = LoggerFactory.getLogger(PageCommands.class);

    /** How many commands of a page may be under way; more are refused. */
    static final int MAX = 64;

    /** What changes nothing and may take long, so that nothing waits for it. */
    private static final Set<String> UNORDERED = Set.of("compare");

    private final PageApi api;
    private final Executor workers;
    private final Executor loop;
    private final BiConsumer<JsonNode, ObjectNode> reply;
    private final Deque<JsonNode> waiting = new ArrayDeque<>();
    private boolean isBeginning;
    private int running;

    /**
     * Creates it.
     *
     * @param api carries out commands
     * @param workers on which they begin
     * @param loop the event loop
     * @param reply takes the id of a command, and the reply
     */
    PageCommands(PageApi api, Executor workers, Executor loop, BiConsumer<JsonNode, ObjectNode> reply) {
        this.api = api;
        this.workers = workers;
        this.loop = loop;
        this.reply = reply;
    }

    void perform(JsonNode message) {
        if (running >= MAX) {
            refuse(message, "too many commands of this page are under way; wait for some");
            return;
        }
        running++;
        if (UNORDERED.contains(name(message))) {
            begin(message, () -> {});
        } else {
            waiting.add(message);
            beginNext();
        }
    }

    private static String name(JsonNode message) {
        return message.path("do").asText();
    }

    private void beginNext() {
        if (!isBeginning && !waiting.isEmpty()) {
            isBeginning = true;
            begin(waiting.remove(), () -> {
                isBeginning = false;
                beginNext();
            });
        }
    }

    /** Carries out a command on a worker; says on the event loop when it has begun, before it is replied to. */
    private void begin(JsonNode message, Runnable begun) {
        try {
            workers.execute(() -> {
                CompletionStage<? extends JsonNode> stage;
                try {
                    stage = api.perform(name(message), message);
                } catch (RuntimeException e) {
                    loop.execute(begun);
                    loop.execute(() -> finished(message, null, e));
                    return;
                }
                loop.execute(begun);
                var unused =
                        stage.whenComplete((result, problem) -> loop.execute(() -> finished(message, result, problem)));
            });
        } catch (RejectedExecutionException e) {
            finished(message, null, new PageException("the inspector is busy or ending; try again"));
            loop.execute(begun);
        }
    }

    private void finished(JsonNode message, @Nullable JsonNode result, @Nullable Throwable problem) {
        running--;
        Throwable cause =
                problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
        if (cause == null) {
            ObjectNode value = JsonNodeFactory.instance.objectNode().put("ok", true);
            value.set("value", result);
            reply.accept(message.path("id"), value);
            return;
        }
        LOG.debug("a command failed", cause);
        refuse(message, ErrorText.of(cause));
    }

    private void refuse(JsonNode message, String reason) {
        reply.accept(
                message.path("id"),
                JsonNodeFactory.instance.objectNode().put("ok", false).put("error", reason));
    }
}
