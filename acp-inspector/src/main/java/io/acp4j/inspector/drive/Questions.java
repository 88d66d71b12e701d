package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.page.PageException;
import io.acp4j.inspector.page.StateBoard;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the agent asks the user: each question is shown until it is answered in a page, or the agent takes it back. There are
 * no more of them than requests of the agent in flight, which the connection limits. Safe for use by many threads.
 */
final class Questions {

    private record Open<T>(@Nullable String session, Function<JsonNode, T> reader, CompletableFuture<T> answer) {

        void answer(JsonNode given) {
            answer.complete(reader.apply(given));
        }
    }

    private final StateBoard board;
    private final Runnable changed;
    private final Map<Integer, Open<?>> open = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    /** Creates a list that informs a listener when questions come and go. */
    Questions(StateBoard board, Runnable changed) {
        this.board = board;
        this.changed = changed;
    }

    /**
     * Asks; the future is completed by an answer, or cancelled by the one that asked.
     *
     * @param session the key of the session that it is about; null for none
     * @param shown the question for the page
     * @param reader makes an answer of what the page sends; throws PageException when it makes no sense
     */
    <T> CompletableFuture<T> ask(@Nullable String session, ObjectNode shown, Function<JsonNode, T> reader) {
        int number = numbers.incrementAndGet();
        shown.put("number", number).put("session", session);
        CompletableFuture<T> answer = new CompletableFuture<>();
        open.put(number, new Open<>(session, reader, answer));
        board.put("q/" + number, () -> shown);
        changed.run();
        var unused = answer.whenComplete((given, failure) -> {
            open.remove(number);
            board.remove("q/" + number);
            changed.run();
        });
        return answer;
    }

    /** Asks and waits; the question is taken back when the thread is interrupted. */
    <T> T askAndWait(@Nullable String session, ObjectNode shown, Function<JsonNode, T> reader)
            throws InterruptedException {
        CompletableFuture<T> answer = ask(session, shown, reader);
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the question was not answered", e.getCause());
        } finally {
            answer.cancel(false);
        }
    }

    void answer(int number, JsonNode given) {
        Open<?> question = open.get(number);
        if (question == null) {
            throw new PageException("this request has already been answered, or the agent no longer waits for it");
        }
        question.answer(given);
    }

    /** Returns how many wait, of one session. */
    int waiting(String session) {
        return (int) open.values().stream()
                .filter(question -> session.equals(question.session()))
                .count();
    }

    /** Takes everything back. */
    void cancelAll() {
        for (Open<?> question : open.values()) {
            question.answer().cancel(false);
        }
    }
}
