package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.store.jdbc.SessionStores;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A process that appends and forks as fast as it can until it is killed, and says what it has been promised to find again:
 * {@code S session}, {@code M session message}, {@code F source fork message}. Each thread keeps to its own sessions, and
 * forks those of all.
 */
final class Storm {

    private static final int THREADS = 3;
    private static final int SESSIONS = 4;
    static final Duration SHORT_LEASE = Duration.ofMillis(500);

    private record Written(SessionId session, String message) {}

    private final SessionRepository repository;
    private final String name;
    private final PrintStream said;
    private final List<Written> written = Collections.synchronizedList(new ArrayList<>());

    private Storm(SessionRepository repository, String name, PrintStream said) {
        this.repository = repository;
        this.name = name;
        this.said = said;
    }

    /** Returns what a message of the storms says. */
    static String text(String messageId) {
        return "<" + messageId + ">" + "lorem ipsum ".repeat(Math.floorMod(messageId.hashCode(), 40)) + "</" + messageId
                + ">";
    }

    static String cwd(String storm) {
        return "/storms/" + storm;
    }

    /**
     * Starts one.
     *
     * @param arguments the store's URL, the storm's name, the seed, after how many messages each thread ends, and the lease
     */
    public static void main(String[] arguments) throws Exception {
        endWithParent();
        SessionRepositoryOptions options = SessionRepositoryOptions.builder()
                .lease(Duration.parse(arguments[4]))
                .build();
        SessionRepository repository = SessionRepository.over(SessionStores.open(arguments[0]), options);
        Storm storm = new Storm(repository, arguments[1], System.out);
        int messages = Integer.parseInt(arguments[3]);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            Random random = new Random(Long.parseLong(arguments[2]) * THREADS + i);
            threads.add(new Thread(() -> storm.rage(thread, random, messages)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        repository.close();
        storm.say("END");
    }

    /** Nobody hears what is said when the test has died. */
    private static void endWithParent() {
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Nothing is ever sent.
                }
            } catch (IOException e) {
                // The same as the end.
            }
            Runtime.getRuntime().halt(3);
        });
        watch.setDaemon(true);
        watch.start();
    }

    private void say(String line) {
        synchronized (said) {
            said.print(line + "\n");
            said.flush();
        }
    }

    private void rage(int thread, Random random, int messages) {
        List<SessionTree> mine = new ArrayList<>();
        int sessions = 0;
        int count = 0;
        while (count < messages) {
            int dice = random.nextInt(10);
            if (mine.isEmpty() || (dice == 0 && mine.size() < SESSIONS)) {
                SessionId id = new SessionId(name + "_" + thread + "_s" + sessions++);
                mine.add(repository.create(NewSession.of(id, cwd(name))));
                say("S " + id);
            } else if (dice < 4 && !written.isEmpty()) {
                Written at = written.get(random.nextInt(written.size()));
                SessionId id = new SessionId(name + "_" + thread + "_s" + sessions++);
                repository.fork(ForkSpec.builder(at.session, id)
                        .at(ForkPoint.at(new MessageId(at.message)))
                        .build());
                say("F " + at.session + " " + id + " " + at.message);
                if (mine.size() < SESSIONS) {
                    mine.add(repository.open(id));
                } else {
                    mine.remove(1).close();
                }
            } else {
                SessionTree session = mine.get(random.nextInt(mine.size()));
                String message = name + "_" + thread + "_m" + count++;
                HistoryEntry.Draft question = HistoryEntry.Draft.user(new MessageId(message), text(message));
                session.beginTurn(question);
                acknowledge(session, message);
                String answer = name + "_" + thread + "_m" + count++;
                session.append(List.of(HistoryEntry.Draft.agent(new MessageId(answer), text(answer))));
                session.endTurn(List.of(), StopReason.END_TURN);
                acknowledge(session, answer);
            }
        }
        mine.forEach(SessionTree::close);
    }

    private void acknowledge(SessionTree session, String message) {
        say("M " + session.id() + " " + message);
        written.add(new Written(session.id(), message));
    }
}
