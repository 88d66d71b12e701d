package io.acp4j.agent.internal.session;

import io.acp4j.agent.internal.protocol.WorkReports;
import io.acp4j.schema.update.BackgroundWork;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What goes on in one session without its work: shown, listed, cancelled alone, and stopped with the session. What does not say
 * otherwise is for the thread that holds the lock of the session's output.
 */
public final class SessionBackground {

    private final SessionOutput output;
    private final WorkReports reports;
    private final Executor executor;
    private final Supplier<? extends Collection<? extends OpenItem>> running;
    private final Background items = new Background();
    private final Cancellables cancellables = new Cancellables();

    /**
     * Creates what a session has in the background that has nothing there yet.
     *
     * @param executor the threads that cancel what is open
     * @param running returns the tool calls of the running work that have not ended
     */
    SessionBackground(
            SessionOutput output,
            WorkReports reports,
            Executor executor,
            Supplier<? extends Collection<? extends OpenItem>> running) {
        this.output = output;
        this.reports = reports;
        this.executor = executor;
        this.running = running;
    }

    /** Returns what the client may cancel alone; for any thread. */
    public Cancellables cancellables() {
        return cancellables;
    }

    /** Sets what is listed from now on, and reports that. */
    void list(List<BackgroundWork> listed) {
        items.list(listed);
        output.report(() -> reports.background(listed));
    }

    /** Notes that something has been shown that goes on without the work. */
    void opened(OpenItem item) {
        items.add(item);
    }

    /** Notes that something has ended that the client could cancel alone. */
    void ended(OpenItem item) {
        cancellables.remove(item.id());
        items.remove(item);
    }

    /** Returns whether something is listed as background work. */
    boolean lists(OpenItem item) {
        return items.lists(item);
    }

    /** Returns whether a tool call goes on when its work has ended, and remembers it then. */
    boolean goesOn(OpenItem call) {
        boolean listed = lists(call);
        if (listed) {
            items.add(call);
        }
        return listed;
    }

    /** Prepares for what goes on in an earlier session, so that the first report says what is listed; for any thread. */
    void expect(SessionBackground earlier) {
        reports.carry(earlier.output.exclusively(earlier.items::listed));
    }

    /** Takes over what goes on in an earlier session; for the thread that holds the lock of both outputs. */
    void follow(SessionBackground earlier) {
        boolean listed = items.listed() != null;
        items.follow(earlier.items);
        cancellables.follow(earlier.cancellables);
        if (!listed) {
            reports.carry(items.listed());
        }
    }

    /**
     * Stops what goes on without the work, since the session is being closed; for any thread.
     *
     * @param all whether to stop what is not listed as background work, too
     * @param unlist lists nothing any more
     * @param session what it belongs to, for the log
     * @return a stage that completes when all of it has ended, never exceptionally
     */
    CompletableFuture<Void> stop(boolean all, Runnable unlist, Object session) {
        List<OpenItem> open = output.exclusively(() -> items.open(running.get(), all));
        boolean listed = output.exclusively(items::isListed);
        return open.isEmpty() && !listed
                ? CompletableFuture.completedFuture(null)
                : BackgroundEnd.stop(open, executor, () -> output.exclusively(() -> end(open, unlist)), session);
    }

    private void end(List<OpenItem> open, Runnable unlist) {
        open.forEach(OpenItem::endWithSession);
        if (items.isListed()) {
            unlist.run();
        }
    }

    /**
     * Stops what goes on without the work, of which nothing can be shown any more; waits for nobody, for any thread.
     *
     * @param first run before, on the thread that does it
     */
    void abandon(Runnable first) {
        BackgroundEnd.execute(executor, () -> {
            first.run();
            BackgroundEnd.abandon(output.exclusively(() -> items.open(running.get(), true)), executor);
        });
    }
}
