package io.acp4j.interop.client;

import io.acp4j.client.ClientSession;
import io.acp4j.client.UpdateListener;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** The updates of one session, in the order in which they were handled. Safe for use by any number of threads. */
final class Transcript implements UpdateListener {

    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final List<SessionUpdate> updates = new ArrayList<>();
    private final List<AvailableCommandsUpdate> announcements = new ArrayList<>();

    @Override
    public synchronized void onUpdate(ClientSession session, SessionUpdate update) {
        if (isAnnouncement(update)) {
            announcements.add((AvailableCommandsUpdate) update);
        } else {
            updates.add(update);
        }
        notifyAll();
    }

    /** The commands that follow a new session, at a moment that depends on how busy the agent is. */
    private static boolean isAnnouncement(SessionUpdate update) {
        return update instanceof AvailableCommandsUpdate commands
                && commands.availableCommands().stream()
                        .anyMatch(command -> command.name().equals("echo"));
    }

    synchronized int size() {
        return updates.size();
    }

    synchronized List<SessionUpdate> since(int start) {
        return List.copyOf(updates.subList(start, updates.size()));
    }

    /** Waits for the announcement of the commands. */
    synchronized AvailableCommandsUpdate announcement() throws InterruptedException, TimeoutException {
        awaitUntil(() -> !announcements.isEmpty());
        return announcements.get(0);
    }

    /** Waits for an update. */
    synchronized void await(Predicate<SessionUpdate> wanted) throws InterruptedException, TimeoutException {
        awaitUntil(() -> updates.stream().anyMatch(wanted));
    }

    private void awaitUntil(BooleanSupplier condition) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + WAIT_NANOS;
        while (!condition.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new TimeoutException("the update that the check waits for did not come");
            }
            wait(left);
        }
    }
}
