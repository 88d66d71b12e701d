package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.tck.internal.agent.Branches.Two;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The project's extension methods for branches inside a session. The numbers are those of the project's scenarios. */
final class BranchScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("branches/linear", "FORK-064 FORK-162", BranchScenarios::linear),
            scenario("branches/two", "FORK-061 FORK-062 FORK-063 FORK-066 FORK-074", BranchScenarios::two),
            scenario("branches/refused", "FORK-065", BranchScenarios::refused),
            scenario("branches/edit", "FORK-068", BranchScenarios::edit),
            scenario("branches/reopened", "FORK-069", BranchScenarios::reopened),
            scenario("branches/memory", "FORK-070", BranchScenarios::memory),
            scenario("branches/while-running", "FORK-072", BranchScenarios::whileRunning),
            scenario("branches/label", "FORK-073", BranchScenarios::label),
            scenario("branches/graft", "FORK-174", BranchScenarios::graft),
            scenario("branches/prune", "FORK-182 FORK-282 FORK-382", BranchScenarios::prune));

    private BranchScenarios() {}

    private static void linear(Probe probe) throws InterruptedException {
        Branches branches = Branches.linear(probe);
        List<JsonNode> path = branches.path(null, null);
        List<String> ids = Branches.ids(path);
        List<String> asked = path.stream()
                .filter(entry -> entry.at("/message/role").asText().equals("user"))
                .map(Branches::text)
                .toList();
        List<JsonNode> leaves = branches.leaves();
        boolean one = leaves.size() == 1
                && !ids.isEmpty()
                && leaves.get(0).path("messageId").asText().equals(Branches.lastMessage(path));
        probe.check(
                "FORK-064",
                one && asked.equals(List.of("one", "two", "three")),
                "three questions on one path that ends with the only leaf",
                asked + " and " + leaves);
        List<String> paged = Branches.ids(branches.path(null, 2));
        probe.check("FORK-162", paged.equals(ids), ids.toString(), paged);
    }

    private static void two(Probe probe) throws InterruptedException {
        Two two = Branches.two(probe);
        Branches branches = two.branches();
        probe.check("FORK-063", two.areApart(), "the first turn and what was said after it", two.right());
        two.need();
        Map<String, Integer> expected = new LinkedHashMap<>();
        expected.put(two.leftEnd(), two.left().size());
        expected.put(two.rightEnd(), two.right().size());
        if (probe.has("method:branches")) {
            List<JsonNode> leaves = branches.leaves();
            Map<String, Integer> seen = new LinkedHashMap<>();
            leaves.forEach(leaf ->
                    seen.put(leaf.path("messageId").asText(), leaf.path("depth").asInt()));
            probe.check(
                    "FORK-061",
                    leaves.size() == expected.size()
                            && seen.equals(expected)
                            && leaves.stream()
                                    .allMatch(leaf -> leaf.path("active").asBoolean()
                                            == leaf.path("messageId").asText().equals(two.rightEnd())),
                    "the leaves with their depths " + expected + ", of which " + two.rightEnd() + " is active",
                    leaves);
        }
        List<String> other = Branches.ids(branches.path(two.leftEnd(), null));
        probe.check("FORK-062", other.equals(two.left()), two.left().toString(), other);
        if (probe.has("method:tree")) {
            List<String> order = new ArrayList<>(two.left());
            order.addAll(two.rightTail());
            List<String> listed = messageIds(branches.tree());
            List<String> again = messageIds(branches.tree());
            probe.check(
                    "FORK-066", listed.equals(order) && again.equals(order), order.toString(), listed + ", " + again);
        }
        if (probe.has("method:compare")) {
            JsonNode compared = branches.call(
                            "compare",
                            branches.session()
                                    .params()
                                    .put("left", two.leftEnd())
                                    .put("right", two.rightEnd()))
                    .need("_acp4j/session/compare");
            probe.check(
                    "FORK-074",
                    compared.path("common").asText().equals(two.fork())
                            && messageIds(compared.path("left")).equals(two.leftTail())
                            && messageIds(compared.path("right")).equals(two.rightTail()),
                    "common " + two.fork() + ", left " + two.leftTail() + ", right " + two.rightTail(),
                    compared);
        }
    }

    private static List<String> messageIds(Iterable<JsonNode> messages) {
        List<String> ids = new ArrayList<>();
        messages.forEach(message -> ids.add(message.path("messageId").asText()));
        return ids;
    }

    private static void refused(Probe probe) throws InterruptedException {
        Branches branches = Branches.linear(probe);
        Link link = branches.session().link();
        Session other = new Session(link, link.newSession());
        other.prompt("elsewhere").need();
        List<String> before = Branches.ids(branches.path(null, null));
        List<String> strange = new ArrayList<>(List.of("acp4j-no-such-message"));
        // Ids need to be unique within one session only.
        Branches.ids(new Branches(other).path(null, null)).stream()
                .filter(id -> !before.contains(id))
                .forEach(strange::add);
        for (String id : strange) {
            Reply reply = branches.navigate(id);
            probe.checkError(
                    "FORK-065",
                    reply.isError(-32002) || reply.isError(-32602),
                    "the error -32002 or -32602 for a message of no path of the session",
                    reply);
        }
        List<String> after = Branches.ids(branches.path(null, null));
        probe.check("FORK-065", after.equals(before), before.toString(), after);
    }

    private static void edit(Probe probe) throws InterruptedException {
        Branches branches = Branches.linear(probe);
        List<JsonNode> path = branches.path(null, null);
        List<String> ids = Branches.ids(path);
        int user = Branches.second(path);
        JsonNode moved = branches.navigate(ids.get(user)).need("_acp4j/session/navigate");
        probe.check(
                "FORK-068",
                moved.path("head").asText().equals(ids.get(user - 1))
                        && moved.path("text").asText().equals("two"),
                "the head " + ids.get(user - 1) + " and the text `two`",
                moved);
        List<String> after = Branches.ids(branches.path(null, null));
        probe.check(
                "FORK-068",
                after.equals(ids.subList(0, user)),
                ids.subList(0, user).toString(),
                after);
    }

    private static void reopened(Probe probe) throws InterruptedException {
        Two two = Branches.two(probe).need();
        Branches branches = two.branches();
        // What was written last is no longer what the session goes on from.
        branches.navigate(two.leftEnd()).need("_acp4j/session/navigate");
        List<String> before = Branches.ids(branches.path(null, null));
        Session session = branches.session();
        session.link().call("session/close", session.params()).need("session/close");
        session.link().call("session/load", session.setup()).need("session/load");
        List<String> after = Branches.ids(branches.path(null, null));
        probe.check("FORK-069", after.equals(before), before.toString(), after);
    }

    private static void memory(Probe probe) throws InterruptedException {
        Two two = Branches.two(probe).need();
        List<String> known = Message.history(two.branches().session());
        probe.check(
                "FORK-070",
                known.contains("user: one")
                        && known.contains("user: four")
                        && !known.contains("user: two")
                        && !known.contains("user: three"),
                "`one` and `four`, nothing of the other branch",
                known);
    }

    private static void whileRunning(Probe probe) throws InterruptedException {
        Branches branches = Branches.linear(probe);
        Session session = branches.session();
        String first = Branches.ids(branches.path(null, null)).get(1);
        Call running = CancelScenarios.busy(probe, session);
        Reply reply = branches.navigate(first);
        session.link().settle();
        boolean goesOn = CancelScenarios.goesOn(probe, running);
        probe.check(
                "FORK-072",
                reply.isError() && goesOn,
                "an error, and a turn that goes on",
                reply + (goesOn ? "" : ", and the turn has ended"));
        session.link().notify("session/cancel", session.params());
        running.await();
    }

    private static void label(Probe probe) throws InterruptedException {
        Branches branches = Branches.linear(probe);
        List<String> path = Branches.ids(branches.path(null, null));
        List<JsonNode> leaves = branches.leaves();
        String marked = path.get(1);
        JsonNode labelled = branches.call(
                        "label",
                        branches.session().params().put("messageId", marked).put("label", "a good one"))
                .need("_acp4j/session/label");
        boolean shown = branches.tree().stream()
                .anyMatch(message -> message.path("messageId").asText().equals(marked)
                        && message.path("label").asText().equals("a good one"));
        List<String> after = Branches.ids(branches.path(null, null));
        probe.check(
                "FORK-073",
                labelled.isObject()
                        && shown
                        && after.equals(path)
                        && branches.leaves().equals(leaves),
                "an object, the label at " + marked + ", and nothing else changed",
                labelled + (shown ? ", the label" : ", no label") + ", and the path " + after);
    }

    private static void graft(Probe probe) throws InterruptedException {
        Two two = Branches.two(probe).need();
        Branches branches = two.branches();
        String summary = "what the other branch came to";
        String id = branches.call(
                        "graft",
                        branches.session().params().put("from", two.leftEnd()).put("summary", summary))
                .need("_acp4j/session/graft")
                .path("messageId")
                .asText("");
        // A summary is no turn of anybody's: it may stand for itself, or follow what the last message brought.
        List<JsonNode> path = branches.path(null, null);
        JsonNode end = path.isEmpty() ? obj() : path.get(path.size() - 1);
        probe.check(
                "FORK-174",
                end.toString().contains(TextNode.valueOf(id).toString())
                        && Branches.text(end).endsWith(summary),
                "the summary at the end of the active branch",
                end);
    }

    private static void prune(Probe probe) throws InterruptedException {
        Two two = Branches.two(probe).need();
        Branches branches = two.branches();
        Reply active = branches.call(
                "prune",
                branches.session().params().put("messageId", two.right().get(0)));
        probe.check("FORK-282", active.isError(), "an error for what the active branch needs", active);
        if (!active.isError()) {
            return;
        }
        JsonNode pruned = branches.call(
                        "prune",
                        branches.session()
                                .params()
                                .put("messageId", two.leftTail().get(0)))
                .need("_acp4j/session/prune");
        int removed = two.leftTail().size();
        JsonNode told = pruned.path("removed");
        probe.check("FORK-382", told.isIntegralNumber() && told.asInt() == removed, "removed " + removed, pruned);
        List<String> left = messageIds(branches.tree());
        probe.check("FORK-182", left.equals(two.right()), two.right().toString(), left);
    }
}
