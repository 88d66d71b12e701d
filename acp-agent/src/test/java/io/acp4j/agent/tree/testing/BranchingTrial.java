package io.acp4j.agent.tree.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.CurrentModeUpdate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of random changes, made both to a store and to the model, which are compared after each. */
final class BranchingTrial {

    /** A change in the making: what it is and what it is made to depends on what there is when it is made. */
    record Step(int kind, int first, int second) {}

    private final Supplier<SessionStore> stores;
    private final SessionRepositoryOptions options;
    private final CopyingModel model;
    private final Map<String, SessionTree> open = new HashMap<>();
    private final List<String> everyMessage = new ArrayList<>();

    /** Messages to the tree that they were stored in. */
    private final Map<String, Long> trees = new HashMap<>();

    private final List<String> log = new ArrayList<>();
    private SessionStore store;
    private SessionRepository repository;
    private int counter;

    /**
     * Creates a trial.
     *
     * @param stores opens the store, and opens it again with what it has when it is durable
     * @param parent what a node follows when nothing is said
     */
    BranchingTrial(Supplier<SessionStore> stores, SessionRepositoryOptions.ParentPolicy parent) {
        this.stores = stores;
        this.store = stores.get();
        this.options = SessionRepositoryOptions.builder()
                .manyRoots(true)
                .parent(parent)
                .build();
        this.model = new CopyingModel(parent == SessionRepositoryOptions.ParentPolicy.LATEST_CREATED);
        this.repository = SessionRepository.over(store, options);
    }

    /** Runs the steps; what it throws says after which change store and model differ. */
    void run(List<Step> steps, boolean reopens) {
        try {
            for (Step step : steps) {
                apply(step, reopens);
            }
            check(true);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(options.parent() + ", after: " + String.join("; ", log), e);
        } finally {
            repository.close();
        }
    }

    private void apply(Step step, boolean reopens) {
        if (model.sessions.isEmpty() || step.kind() % 29 == 0) {
            create();
            return;
        }
        List<String> ids = List.copyOf(model.sessions.keySet());
        CopyingModel.Session session = model.session(ids.get(step.first() % ids.size()));
        switch (step.kind() % 16) {
            case 0, 1, 2 -> turn(session, step.second());
            case 3 -> branch(session, step.second());
            case 4, 5 -> fork(session, step.second());
            case 6 -> navigate(session, step.second());
            case 7 -> delete(session, step.second());
            case 8 -> prune(session, step.second());
            case 9 -> label(session, step.second());
            case 10 -> strangers(session, step.second());
            case 11, 12 -> graft(session, step.second());
            case 13 -> list(session, step.second());
            case 14 -> mode(session, step.second());
            default -> {
                if (reopens) {
                    reopen();
                } else {
                    graft(session, step.second());
                }
            }
        }
        check(step.second() % 8 == 0);
    }

    private SessionTree tree(String session) {
        return open.computeIfAbsent(session, id -> repository.open(new SessionId(id)));
    }

    private String next(String prefix) {
        return prefix + ++counter;
    }

    private void create() {
        String id = next("s");
        log.add("create " + id);
        open.put(
                id,
                repository.create(NewSession.builder(new SessionId(id), "/project/" + counter % 2)
                        .title("T")
                        .build()));
        model.create(id);
    }

    private void turn(CopyingModel.Session session, int choice) {
        String question = next("u");
        String answer = next("a");
        log.add("turn " + session.id + " " + question + " " + answer);
        SessionTree tree = tree(session.id);
        String parent = model.nextParent(session);
        change(
                session,
                choice,
                it -> it.beginTurn(HistoryEntry.Draft.user(new MessageId(question), "question " + question)));
        model.append(session.id, parent, question, true);
        noteStored(session, question);
        List<HistoryEntry.Draft> rest = new ArrayList<>();
        if (choice % 3 == 0) {
            rest.add(HistoryEntry.Draft.thought(new MessageId(next("t")), "hm"));
        }
        rest.add(HistoryEntry.Draft.agent(new MessageId(answer), "answer " + answer));
        tree.append(rest);
        model.append(session.id, question, answer, false);
        noteStored(session, answer);
        tree.endTurn(List.of(), StopReason.END_TURN);
    }

    /**
     * Makes a change, of the version that the session has or of any; and tries it before with a version that the session no
     * longer has, or never had.
     */
    private void change(CopyingModel.Session session, int choice, Consumer<SessionTree> action) {
        SessionTree tree = tree(session.id);
        long version = tree.session().version();
        if (choice % 4 == 0) {
            long other = choice % 8 == 0 ? version - 1 : version + 1;
            assertThatThrownBy(() -> action.accept(tree.expecting(other)))
                    .isInstanceOfSatisfying(
                            BranchException.class, e -> assertThat(e.reason()).isEqualTo(BranchException.CONFLICT));
        }
        action.accept(choice % 2 == 0 ? tree.expecting(version) : tree);
    }

    private void mode(CopyingModel.Session session, int choice) {
        log.add("mode " + session.id);
        HistoryEntry.Draft mode = HistoryEntry.Draft.of(new CurrentModeUpdate(new SessionModeId("m" + counter), null));
        change(session, choice, tree -> tree.append(List.of(mode)));
        session.head = model.nextParent(session);
    }

    private void list(CopyingModel.Session session, int choice) {
        String first = next("l");
        String second = next("l");
        log.add("append " + session.id + " " + first + " " + second);
        String parent = model.nextParent(session);
        change(
                session,
                choice,
                tree -> tree.append(List.of(
                        HistoryEntry.Draft.agent(new MessageId(first), first),
                        HistoryEntry.Draft.agent(new MessageId(second), second))));
        model.append(session.id, parent, first, false);
        model.append(session.id, first, second, false);
        noteStored(session, first);
        noteStored(session, second);
    }

    private void graft(CopyingModel.Session session, int choice) {
        String from = pick(session, choice);
        String into = pick(session, choice / 7);
        if (from == null) {
            return;
        }
        String id = next("g");
        log.add("graft " + session.id + " from " + from + " into " + into + " " + id);
        SessionTree.Summary summary = new SessionTree.Summary(new MessageId(id), "summary " + id);
        MessageId target = into == null ? null : new MessageId(into);
        change(session, choice, tree -> tree.graft(new MessageId(from), target, summary));
        model.graft(session.id, into, id);
        noteStored(session, id);
    }

    private void branch(CopyingModel.Session session, int choice) {
        String parent = pick(session, choice);
        String id = next("b");
        log.add("branch " + session.id + " under " + parent + " " + id);
        SessionTree.Position where =
                parent == null ? SessionTree.Position.AT_ROOT : SessionTree.Position.after(new MessageId(parent));
        change(session, choice / 3, tree -> tree.append(HistoryEntry.Draft.agent(new MessageId(id), id), where));
        model.append(session.id, parent, id, false);
        noteStored(session, id);
    }

    private void fork(CopyingModel.Session session, int choice) {
        String id = next("s");
        String at = pick(session, choice);
        ForkPoint point;
        String last;
        if (at == null) {
            point = ForkPoint.first(0);
            last = null;
        } else if (choice % 5 == 0) {
            point = ForkPoint.end();
            last = session.head;
        } else if (choice % 5 == 1) {
            int count = choice % (session.pathTo(session.head).size() + 1);
            point = ForkPoint.first(count);
            last = count == 0 ? null : session.pathTo(session.head).get(count - 1);
        } else if (choice % 5 == 2 && session.message(at).user()) {
            point = ForkPoint.before(new MessageId(at));
            last = session.message(at).parent();
        } else {
            point = ForkPoint.at(new MessageId(at));
            last = at;
        }
        log.add("fork " + session.id + " at " + last + " " + id);
        StoredSession fork = repository
                .fork(ForkSpec.builder(new SessionId(session.id), new SessionId(id))
                        .at(point)
                        .build())
                .session();
        model.fork(session.id, id, last);
        assertThat(fork.title()).isEqualTo(model.session(id).title());
    }

    private void navigate(CopyingModel.Session session, int choice) {
        String to = pick(session, choice);
        if (to == null) {
            return;
        }
        log.add("navigate " + session.id + " to " + to);
        boolean user = session.message(to).user();
        change(
                session,
                choice,
                tree -> assertThat(tree.navigate(new MessageId(to)).text()).isEqualTo(user ? "question " + to : null));
        session.head = user ? session.message(to).parent() : session.withSummaries(to);
    }

    private void delete(CopyingModel.Session session, int choice) {
        if (choice % 3 != 0) {
            return;
        }
        log.add("delete " + session.id);
        assertThat(repository.delete(new SessionId(session.id))).isTrue();
        assertThat(repository.delete(new SessionId(session.id))).isFalse();
        open.remove(session.id);
        model.sessions.remove(session.id);
    }

    private void prune(CopyingModel.Session session, int choice) {
        String first = pick(session, choice);
        if (first == null) {
            return;
        }
        log.add("prune " + session.id + " from " + first);
        if (model.mayPrune(session.id, first)) {
            int gone = model.prune(session.id, first);
            change(
                    session,
                    choice,
                    tree -> assertThat(tree.prune(new MessageId(first))).isEqualTo(gone));
        } else {
            assertThatThrownBy(() -> tree(session.id).prune(new MessageId(first)))
                    .isInstanceOfSatisfying(
                            BranchException.class, e -> assertThat(e.reason()).isEqualTo(BranchException.IN_USE));
        }
    }

    private void label(CopyingModel.Session session, int choice) {
        String at = pick(session, choice);
        if (at == null) {
            return;
        }
        log.add("label " + session.id + " " + at);
        boolean takesAway = choice % 3 == 0;
        change(session, choice, tree -> tree.label(new MessageId(at), takesAway ? null : "label " + choice));
        if (takesAway) {
            session.labels.remove(at);
        } else {
            session.labels.put(at, "label " + choice);
        }
    }

    /** Tries a message that exists but is not the session's. */
    private void strangers(CopyingModel.Session session, int choice) {
        if (everyMessage.isEmpty()) {
            return;
        }
        String stranger = everyMessage.get(choice % everyMessage.size());
        if (session.messages.containsKey(stranger)) {
            return;
        }
        log.add("stranger " + stranger + " to " + session.id);
        ForkSpec fork = ForkSpec.builder(new SessionId(session.id), new SessionId(next("s")))
                .at(ForkPoint.at(new MessageId(stranger)))
                .build();
        assertThatThrownBy(() -> repository.fork(fork))
                .isInstanceOfSatisfying(
                        BranchException.class, e -> assertThat(e.reason()).isEqualTo(BranchException.UNKNOWN_MESSAGE));
        assertThatThrownBy(() -> tree(session.id).navigate(new MessageId(stranger)))
                .isInstanceOf(BranchException.class);
    }

    private void reopen() {
        log.add("reopen");
        repository.close();
        open.clear();
        store = stores.get();
        repository = SessionRepository.over(store, options);
    }

    /** A message of the session, or none at times. */
    private static @Nullable String pick(CopyingModel.Session session, int choice) {
        List<String> ids = List.copyOf(session.messages.keySet());
        int at = choice % (ids.size() + 1);
        return at == ids.size() ? null : ids.get(at);
    }

    private void check(boolean thoroughly) {
        List<String> listed = new ArrayList<>();
        String cursor = null;
        do {
            Page<StoredSession> page = repository.list(SessionFilter.ALL, cursor, 3);
            page.items().forEach(session -> listed.add(session.id().value()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(listed).containsExactlyInAnyOrderElementsOf(model.sessions.keySet());
        for (CopyingModel.Session session : model.sessions.values()) {
            ModelComparison.check(session, tree(session.id));
            if (thoroughly) {
                ModelComparison.checkThoroughly(session, repository.look(new SessionId(session.id)));
            }
        }
        if (thoroughly) {
            checkStorage();
        }
    }

    /** A message is stored as long as somebody reaches it, and no longer. */
    private void checkStorage() {
        for (String message : everyMessage) {
            boolean stored =
                    store.read(view -> !view.find(Objects.requireNonNull(trees.get(message)), new MessageId(message))
                            .isEmpty());
            assertThat(stored).as("whether " + message + " is stored").isEqualTo(model.anyoneHas(message));
        }
    }

    private void noteStored(CopyingModel.Session session, String message) {
        everyMessage.add(message);
        trees.put(
                message,
                Objects.requireNonNull(repository.find(new SessionId(session.id)))
                        .tree());
    }
}
