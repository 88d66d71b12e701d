package io.acp4j.benchmarks.fork;

import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Measures one store: every operation on each length in turns, so that a busy moment of the machine hits all lengths. */
final class ForkMeasurement implements AutoCloseable {

    private static final int ROUNDS = 20;
    private static final int OPERATIONS = 25;
    private static final int FORKS_FOR_SIZE = 2_000;
    private static final int LISTED = 10_000;
    private static final int PAGE = 100;

    private final Subject subject;
    private final SessionRepository repository;
    private final History history;
    private final Map<Integer, SessionId> sources = new LinkedHashMap<>();
    private final Map<Integer, SessionTree> open = new LinkedHashMap<>();
    private final Map<String, double[]> times = new LinkedHashMap<>();
    private final Random random = new Random(7);
    private int ids;

    ForkMeasurement(Subject subject, int[] lengths) {
        this.subject = subject;
        this.repository = SessionRepository.over(subject.store());
        this.history = new History(subject.store(), repository);
        for (int length : lengths) {
            progress("making a conversation of " + length + " messages");
            sources.put(length, history.make(length));
        }
    }

    void run() {
        sources.forEach((length, source) -> open.put(length, repository.open(source)));
        progress("measuring");
        for (int round = -2; round < ROUNDS; round++) {
            for (int length : sources.keySet()) {
                round(round, length);
            }
        }
        times.forEach((name, values) -> {
            Arrays.sort(values);
            print(name, values[values.length / 2]);
        });
        growth("fork_us");
        growth("branch_us");
        sources.keySet().forEach(this::size);
        sources.keySet().forEach(this::copy);
        list();
    }

    /** The middle of the operations of a round is one value; the first rounds warm up. */
    private void round(int round, int length) {
        SessionTree tree = Objects.requireNonNull(open.get(length));
        SessionId source = tree.id();
        // The branches of the round before have moved the head away from the end of the long path.
        tree.navigate(new MessageId(source.value() + "-" + (length - 1)));
        time(
                round,
                "fork_us",
                length,
                () -> repository.fork(ForkSpec.builder(source, next()).build()));
        time(
                round,
                "fork_at_us",
                length,
                () -> repository.fork(ForkSpec.builder(source, next())
                        .at(ForkPoint.at(message(length)))
                        .build()));
        time(
                round,
                "fork_count_us",
                length,
                () -> repository.fork(ForkSpec.builder(source, next())
                        .at(ForkPoint.first(random.nextInt(length)))
                        .build()));
        time(round, "last50_us", length, () -> tree.page(PathQuery.last(50)));
        time(
                round,
                "append_us",
                length,
                () -> tree.append(List.of(HistoryEntry.Draft.agent(new MessageId(newId()), "text"))));
        time(
                round,
                "branch_us",
                length,
                () -> tree.append(
                        HistoryEntry.Draft.agent(new MessageId(newId()), "text"),
                        SessionTree.Position.after(message(length))));
        time(round, "leaves_us", length, () -> tree.leaves(null, 50));
    }

    private void time(int round, String what, int length, Runnable operation) {
        double[] values = new double[OPERATIONS];
        for (int i = 0; i < OPERATIONS; i++) {
            long start = System.nanoTime();
            operation.run();
            values[i] = (System.nanoTime() - start) / 1e3;
        }
        Arrays.sort(values);
        if (round >= 0) {
            times.computeIfAbsent(what + "." + length, any -> new double[ROUNDS])[round] = values[OPERATIONS / 2];
        }
    }

    private void growth(String what) {
        List<Integer> lengths = new ArrayList<>(sources.keySet());
        double shortest = median(what + "." + lengths.get(0));
        double longest = median(what + "." + lengths.get(lengths.size() - 1));
        print(what.replace("_us", "_growth"), longest / shortest);
    }

    private double median(String name) {
        double[] values = Objects.requireNonNull(times.get(name));
        return values[values.length / 2];
    }

    private void size(int length) {
        progress("measuring the size of forks of " + length + " messages");
        SessionId source = Objects.requireNonNull(sources.get(length));
        long before = subject.bytes();
        for (int i = 0; i < FORKS_FOR_SIZE; i++) {
            repository.fork(ForkSpec.builder(source, next()).build());
        }
        print("fork_bytes." + length, (subject.bytes() - before) / (double) FORKS_FOR_SIZE);
    }

    private void copy(int length) {
        progress("copying " + length + " messages");
        int copies = Math.max(1, 2_000 / length);
        long bytes = subject.bytes();
        double[] values = new double[copies];
        for (int i = 0; i < copies; i++) {
            long start = System.nanoTime();
            history.copy(Objects.requireNonNull(sources.get(length)), length, next());
            values[i] = (System.nanoTime() - start) / 1e3;
        }
        Arrays.sort(values);
        print("copy_us." + length, values[copies / 2]);
        print("copy_bytes." + length, (subject.bytes() - bytes) / (double) copies);
    }

    /** Pages through the forks of one session: the first page and the last must cost the same. */
    private void list() {
        progress("listing " + LISTED + " sessions");
        SessionId root = new SessionId("listed");
        repository.create(NewSession.of(root, "/listed")).close();
        for (int i = 0; i < LISTED; i++) {
            repository.fork(ForkSpec.builder(root, next()).build());
        }
        List<double[]> pages = new ArrayList<>();
        for (int run = 0; run < 15; run++) {
            double[] values = new double[LISTED / PAGE];
            String cursor = null;
            for (int page = 0; page < values.length; page++) {
                long start = System.nanoTime();
                Page<StoredSession> read = repository.list(new SessionFilter("/listed", null), cursor, PAGE);
                values[page] = (System.nanoTime() - start) / 1e3;
                cursor = read.next();
            }
            pages.add(values);
        }
        print("list_us.first", median(pages, 0));
        print("list_us.middle", median(pages, LISTED / PAGE / 2));
        print("list_us.last", median(pages, LISTED / PAGE - 1));
    }

    private static double median(List<double[]> runs, int page) {
        double[] values = runs.stream().mapToDouble(run -> run[page]).sorted().toArray();
        return values[values.length / 2];
    }

    private MessageId message(int length) {
        return new MessageId("history-" + length + "-" + random.nextInt(length));
    }

    private SessionId next() {
        return new SessionId(newId());
    }

    private String newId() {
        return "id-" + ++ids;
    }

    @Override
    public void close() {
        repository.close();
    }

    private void print(String name, double value) {
        progress("");
        System.out.printf(Locale.ROOT, "%s.%s %.2f%n", subject.name(), name, value);
    }

    private void progress(String what) {
        if (System.getenv("ACP4J_PROGRESS") != null) {
            System.err.print("\r\u001b[K" + (what.isEmpty() ? "" : subject.name() + ": " + what));
        }
    }
}
