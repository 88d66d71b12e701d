package io.acp4j.test.testing;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What a model responds with, one reply for each request, and what it was asked. */
public final class ModelScript {

    /** How long to wait for what never comes. */
    private static final long LIMIT_SECONDS = 60;

    private final Queue<List<Piece>> replies = new ArrayDeque<>();
    private final List<List<String>> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch silent = new CountDownLatch(1);
    private final CountDownLatch speaksAgain = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** A piece of a reply. */
    public sealed interface Piece {
        /** What the model says. */
        record Text(String text) implements Piece {}

        /** What it thinks. */
        record Thought(String text) implements Piece {}

        /** What it wants called. */
        record Call(String id, String tool, String arguments) implements Piece {}

        /** It fails. */
        record Failure(String message) implements Piece {}

        /** It says nothing more until it is told to, or stopped. */
        record Silence() implements Piece {}

        /** It has said as much as it may. */
        record Limit() implements Piece {}
    }

    /** Adds a reply. */
    public synchronized ModelScript reply(Piece... pieces) {
        replies.add(List.of(pieces));
        return this;
    }

    /** Adds a reply that is text. */
    public ModelScript says(String... pieces) {
        return reply(List.of(pieces).stream().map(Piece.Text::new).toArray(Piece[]::new));
    }

    /** Adds a reply that wants one tool called. */
    public ModelScript calls(String tool, String arguments) {
        return reply(new Piece.Call("call-1", tool, arguments));
    }

    /** Keeps what the model was sent, and returns the next reply; for the model. */
    public synchronized List<Piece> next(List<String> request) {
        requests.add(List.copyOf(request));
        List<Piece> reply = replies.poll();
        return reply == null ? List.of(new Piece.Failure("the script has ended")) : reply;
    }

    /** Records that the model is silent now; for the model. */
    public void silent() {
        silent.countDown();
    }

    /** Records that the model has noticed that nobody listens any more; for the model. */
    public void stopped() {
        stopped.countDown();
    }

    /** Waits until the model is told to speak again, or to stop; for the model. */
    public boolean awaitSpeaking() throws InterruptedException {
        return speaksAgain.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits for the silence. */
    boolean awaitSilence() throws InterruptedException {
        return silent.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Ends the silence. */
    public void speakAgain() {
        speaksAgain.countDown();
    }

    boolean awaitStopped() throws InterruptedException {
        return stopped.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Returns the messages of each request. */
    public List<List<String>> requests() {
        return requests;
    }

    /** Returns the messages of the last request. */
    List<String> lastRequest() {
        return requests.get(requests.size() - 1);
    }
}
