package io.acp4j.agent.tree.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.AppendOptions;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.BranchingOptions;
import io.acp4j.agent.tree.Comparison;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.agent.tree.ForkPoint;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.Leaf;
import io.acp4j.agent.tree.LeafPage;
import io.acp4j.agent.tree.MessagePage;
import io.acp4j.agent.tree.NewNode;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.Node;
import io.acp4j.agent.tree.NodePage;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionPage;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.schema.v1.update.CurrentModeUpdate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of random changes, made both to a store and to the model, which are compared after each. */
final class BranchingTrial {

    /** A change in the making: what it is and what it is made to depends on what there is when it is made. */
    record Step(int kind, int first, int second) {}

    private final Supplier<SessionStore> stores;
    private final CopyingModel model = new CopyingModel();
    private final Map<String, SessionTree> open = new HashMap<>();
    private final List<String> everyMessage = new ArrayList<>();

    /** Messages to the tree that they were stored in. */
    private final Map<String, Long> trees = new HashMap<>();

    private final List<String> log = new ArrayList<>();
    private SessionStore store;
    private Conversations conversations;
    private int counter;

    /**
     * Creates a trial.
     *
     * @param stores opens the store, and opens it again with what it has when it is durable
     */
    BranchingTrial(Supplier<SessionStore> stores) {
        this.stores = stores;
        this.store = stores.get();
        this.conversations = Conversations.over(store, options());
    }

    private static BranchingOptions options() {
        return BranchingOptions.builder().manyRoots(true).build();
    }

    /** Runs the steps; what it throws says after which change store and model differ. */
    void run(List<Step> steps, boolean reopens) {
        try {
            for (Step step : steps) {
                apply(step, reopens);
            }
            check(true);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("after: " + String.join("; ", log), e);
        } finally {
            conversations.close();
        }
    }

    private void apply(Step step, boolean reopens) {
        if (model.sessions.isEmpty() || step.kind() % 29 == 0) {
            create();
            return;
        }
        List<String> ids = List.copyOf(model.sessions.keySet());
        CopyingModel.Session session = model.session(ids.get(step.first() % ids.size()));
        switch (step.kind() % 12) {
            case 0, 1, 2 -> turn(session, step.second());
            case 3 -> branch(session, step.second());
            case 4, 5 -> fork(session, step.second());
            case 6 -> navigate(session, step.second());
            case 7 -> delete(session, step.second());
            case 8 -> prune(session, step.second());
            case 9 -> label(session, step.second());
            case 10 -> strangers(session, step.second());
            default -> {
                if (reopens) {
                    reopen();
                } else {
                    mode(session);
                }
            }
        }
        check(step.second() % 8 == 0);
    }

    private SessionTree tree(String session) {
        return open.computeIfAbsent(session, id -> conversations.open(new SessionId(id)));
    }

    private String next(String prefix) {
        return prefix + ++counter;
    }

    private void create() {
        String id = next("s");
        log.add("create " + id);
        open.put(id, conversations.create(NewSession.of(new SessionId(id), "/project/" + counter % 2)));
        model.create(id);
    }

    private void turn(CopyingModel.Session session, int choice) {
        String question = next("u");
        String answer = next("a");
        log.add("turn " + session.id + " " + question + " " + answer);
        SessionTree tree = tree(session.id);
        String head = session.head;
        tree.beginTurn(NewNode.user(new MessageId(question), "question " + question));
        model.append(session.id, head, question, true);
        noteStored(session, question);
        List<NewNode> rest = new ArrayList<>();
        if (choice % 3 == 0) {
            rest.add(NewNode.thought(new MessageId(next("t")), "hm"));
        }
        rest.add(NewNode.agent(new MessageId(answer), "answer " + answer));
        tree.append(rest);
        model.append(session.id, question, answer, false);
        noteStored(session, answer);
        tree.endTurn(List.of(), StopReason.END_TURN);
    }

    private void mode(CopyingModel.Session session) {
        log.add("mode " + session.id);
        tree(session.id).append(List.of(NewNode.of(new CurrentModeUpdate(new SessionModeId("m" + counter), null))));
    }

    private void branch(CopyingModel.Session session, int choice) {
        String parent = pick(session, choice);
        String id = next("b");
        log.add("branch " + session.id + " under " + parent + " " + id);
        AppendOptions where = parent == null ? AppendOptions.AT_ROOT : AppendOptions.under(new MessageId(parent));
        tree(session.id).append(NewNode.agent(new MessageId(id), id), where);
        model.append(session.id, parent, id, false);
        noteStored(session, id);
    }

    private void fork(CopyingModel.Session session, int choice) {
        String id = next("s");
        String at = pick(session, choice);
        ForkPoint point;
        String last;
        if (at == null) {
            point = ForkPoint.EMPTY;
            last = null;
        } else if (choice % 5 == 0) {
            point = ForkPoint.SETTLED;
            last = session.head;
        } else if (choice % 5 == 1) {
            int count = choice % (session.pathTo(session.head).size() + 1);
            point = ForkPoint.count(count);
            last = count == 0 ? null : session.pathTo(session.head).get(count - 1);
        } else if (choice % 5 == 2 && session.message(at).user()) {
            point = ForkPoint.before(new MessageId(at));
            last = session.message(at).parent();
        } else {
            point = ForkPoint.message(new MessageId(at));
            last = at;
        }
        log.add("fork " + session.id + " at " + last + " " + id);
        conversations.fork(ForkSpec.of(new SessionId(session.id), new SessionId(id))
                .at(point)
                .build());
        model.fork(session.id, id, last);
    }

    private void navigate(CopyingModel.Session session, int choice) {
        String to = pick(session, choice);
        if (to == null) {
            return;
        }
        log.add("navigate " + session.id + " to " + to);
        boolean user = session.message(to).user();
        String text = tree(session.id).navigate(new MessageId(to)).text();
        assertThat(text).isEqualTo(user ? "question " + to : null);
        session.head = user ? session.message(to).parent() : to;
    }

    private void delete(CopyingModel.Session session, int choice) {
        if (choice % 3 != 0) {
            return;
        }
        log.add("delete " + session.id);
        assertThat(conversations.delete(new SessionId(session.id))).isTrue();
        assertThat(conversations.delete(new SessionId(session.id))).isFalse();
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
            assertThat(tree(session.id).prune(new MessageId(first))).isEqualTo(model.prune(session.id, first));
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
        tree(session.id).label(new MessageId(at), takesAway ? null : "label " + choice);
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
        ForkSpec fork = ForkSpec.of(new SessionId(session.id), new SessionId(next("s")))
                .at(ForkPoint.message(new MessageId(stranger)))
                .build();
        assertThatThrownBy(() -> conversations.fork(fork))
                .isInstanceOfSatisfying(
                        BranchException.class, e -> assertThat(e.reason()).isEqualTo(BranchException.UNKNOWN_MESSAGE));
        assertThatThrownBy(() -> tree(session.id).navigate(new MessageId(stranger)))
                .isInstanceOf(BranchException.class);
    }

    private void reopen() {
        log.add("reopen");
        conversations.close();
        open.clear();
        store = stores.get();
        conversations = Conversations.over(store, options());
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
            SessionPage page = conversations.list(SessionFilter.ALL, cursor, 3);
            page.sessions().forEach(session -> listed.add(session.id().value()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(listed).containsExactlyInAnyOrderElementsOf(model.sessions.keySet());
        for (CopyingModel.Session session : model.sessions.values()) {
            check(session);
            if (thoroughly) {
                checkThoroughly(session);
            }
        }
        if (thoroughly) {
            checkStorage();
        }
    }

    private void check(CopyingModel.Session session) {
        SessionTree tree = tree(session.id);
        assertThat(messages(tree.path())).as("path of " + session.id).isEqualTo(session.pathTo(session.head));
        List<String> leaves = new ArrayList<>();
        String cursor = null;
        do {
            LeafPage page = tree.leaves(cursor, 2);
            for (Leaf leaf : page.leaves()) {
                leaves.add(leaf.messageId() + "@" + leaf.depth());
                assertThat(leaf.active()).isEqualTo(leaf.messageId().value().equals(session.head));
            }
            cursor = page.next();
        } while (cursor != null);
        assertThat(leaves).as("leaves of " + session.id).isEqualTo(session.leaves());
    }

    private void checkThoroughly(CopyingModel.Session session) {
        SessionTree tree = tree(session.id);
        for (String id : session.messages.keySet()) {
            List<String> expected = session.pathTo(id);
            assertThat(messages(tree.path(new MessageId(id)))).isEqualTo(expected);
            assertThat(tree.find(new MessageId(id)).depth()).isEqualTo(expected.size());
            assertThat(paged(tree, id, false)).isEqualTo(expected);
            assertThat(paged(tree, id, true)).isEqualTo(expected);
        }
        assertThat(listed(tree)).as("messages of " + session.id).isEqualTo(session.listing());
        List<String> ids = List.copyOf(session.messages.keySet());
        for (int i = 0; i + 1 < ids.size(); i += 3) {
            checkComparison(session, tree, ids.get(i), ids.get(i + 1));
        }
        Map<String, String> labels = new HashMap<>();
        tree.labels().forEach((ref, label) -> labels.put(label, ref.toString()));
        assertThat(labels.keySet())
                .containsExactlyInAnyOrderElementsOf(List.copyOf(new LinkedHashSet<>(session.labels.values())));
    }

    /** All messages of a session, as {@code id<parent}. */
    private static List<String> listed(SessionTree tree) {
        List<String> listed = new ArrayList<>();
        String cursor = null;
        do {
            MessagePage page = tree.messages(cursor, 3);
            page.messages().forEach(entry -> listed.add(entry.node().messageId() + "<" + entry.parent()));
            cursor = page.next();
        } while (cursor != null);
        return listed;
    }

    private static void checkComparison(CopyingModel.Session session, SessionTree tree, String left, String right) {
        List<String> one = session.pathTo(left);
        List<String> other = session.pathTo(right);
        int common = 0;
        while (common < Math.min(one.size(), other.size()) && one.get(common).equals(other.get(common))) {
            common++;
        }
        Comparison comparison = tree.compare(new MessageId(left), new MessageId(right));
        assertThat(
                        comparison.common() == null
                                ? null
                                : Objects.requireNonNull(comparison.common().messageId())
                                        .value())
                .isEqualTo(common == 0 ? null : one.get(common - 1));
        assertThat(comparison.left())
                .extracting(header -> String.valueOf(header.messageId()))
                .isEqualTo(one.subList(common, one.size()));
        assertThat(comparison.right())
                .extracting(header -> String.valueOf(header.messageId()))
                .isEqualTo(other.subList(common, other.size()));
    }

    private static List<String> paged(SessionTree tree, String leaf, boolean backward) {
        List<Node> nodes = new ArrayList<>();
        PathQuery query = new PathQuery(new MessageId(leaf), backward, null, 3);
        while (true) {
            NodePage page = tree.page(query);
            nodes.addAll(backward ? 0 : nodes.size(), page.nodes());
            String cursor = backward ? page.before() : page.after();
            if (cursor == null) {
                return messages(nodes);
            }
            query = query.from(cursor);
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
                Objects.requireNonNull(conversations.find(new SessionId(session.id)))
                        .tree());
    }

    private static List<String> messages(List<Node> nodes) {
        return nodes.stream()
                .filter(node -> node.kind() == NodeKind.USER || node.kind() == NodeKind.AGENT)
                .map(node -> String.valueOf(node.messageId()))
                .toList();
    }
}
