package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.List;

/** Forks at a message. The numbers are those of the project's scenarios. */
final class ForkAtScenarios {

    private static final int INVALID_PARAMS = -32602;

    private static final String NO_MESSAGE = "acp4j-no-such-message";

    static final List<Scenario> ALL = List.of(
            scenario("fork-at/message", "FORK-026 FORK-027 FORK-028", ForkAtScenarios::message),
            scenario("fork-at/lineage", "FORK-275", ForkAtScenarios::lineage),
            scenario("fork-at/go-on", "FORK-029 FORK-030", ForkAtScenarios::goOn),
            scenario("fork-at/unknown", "FORK-032 FORK-132 FORK-033 FORK-034", ForkAtScenarios::unknown),
            scenario("fork-at/refused", "FORK-232", ForkAtScenarios::refused),
            scenario("fork-at/nested", "FORK-035 FORK-036", ForkAtScenarios::nested),
            scenario("fork-at/options", "FORK-022", ForkAtScenarios::options),
            scenario("fork-at/tools", "FORK-038 FORK-039 FORK-048A", ForkAtScenarios::tools),
            scenario("fork-at/cancelled", "FORK-040", ForkAtScenarios::cancelled),
            scenario("fork-at/streaming", "FORK-041", ForkAtScenarios::streaming),
            scenario("fork-at/dialects", "FORK-046 FORK-047", ForkAtScenarios::dialects));

    private ForkAtScenarios() {}

    private static void same(
            Probe probe, String requirement, Conversation conversation, Session fork, List<String> expected)
            throws InterruptedException {
        List<String> remembered = conversation.history(fork);
        probe.check(requirement, remembered.equals(expected), expected.toString(), remembered);
    }

    private static void message(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "first", "second");
        Message first = conversation.agent(0);
        same(probe, "FORK-026", conversation, conversation.forkAt(first), conversation.upTo(first));
        Message last = conversation.messages().get(conversation.messages().size() - 1);
        same(probe, "FORK-027", conversation, conversation.forkAt(last), conversation.texts());
        if (!ForkEffectScenarios.details(probe).path("user").asBoolean(true)) {
            probe.skip("FORK-028", "the agent declares that no fork ends with a message of the user");
            return;
        }
        Message user = conversation.user(0);
        Session fork = conversation.forkAt(user);
        same(probe, "FORK-028", conversation, fork, conversation.upTo(user));
    }

    private static void lineage(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "here", "there");
        String point = conversation.agent(0).id();
        Reply made = conversation.tryForkAt(point);
        String fork = conversation.made(made).id();
        JsonNode told = made.result().path("_meta").path("acp4j/lineage");
        if (!Shapes.isAbsent(told)) {
            probe.check("FORK-275", names(told, point), "forkMessageId " + point, made);
        }
        for (JsonNode info : ListScenarios.infos(conversation.link(), obj())) {
            if (info.path("sessionId").asText().equals(fork)) {
                JsonNode listed = info.path("_meta").path("acp4j/lineage");
                probe.check("FORK-275", names(listed, point), "forkMessageId " + point, info);
                return;
            }
        }
        probe.open("FORK-275", "the fork is not listed");
    }

    private static boolean names(JsonNode lineage, String point) {
        return lineage.path("forkMessageId").isTextual()
                && lineage.path("forkMessageId").asText().equals(point);
    }

    private static void goOn(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "north", "south");
        Message first = conversation.agent(0);
        if (probe.has("word:history")) {
            Session fork = conversation.forkAt(first);
            List<String> context = Message.history(fork);
            probe.check(
                    "FORK-029",
                    context.equals(conversation.upTo(first)),
                    conversation.upTo(first).toString(),
                    context);
        }
        Session edited = conversation.forkAt(first);
        edited.prompt("south, but better").need();
        List<String> history = conversation.history(edited);
        List<String> expected = new ArrayList<>(conversation.upTo(first));
        expected.add("user: south, but better");
        List<String> source = conversation.history();
        probe.check(
                "FORK-030",
                history.size() > expected.size()
                        && history.subList(0, expected.size()).equals(expected)
                        && source.contains("user: south"),
                expected + " and a response, and the source as it was",
                history + " and " + source);
    }

    private static void unknown(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Reply reply = conversation.tryForkAt(NO_MESSAGE);
        probe.check("FORK-032", reply.isError(), "an error", reply);
        if (reply.isError()) {
            JsonNode data = reply.at("/error/data");
            probe.checkError(
                    "FORK-132",
                    reply.code() == -32602
                            && data.path("messageId").asText().equals(NO_MESSAGE)
                            && data.path("reason").asText().equals("unknown_message"),
                    "the error -32602, with the messageId and the reason unknown_message as its data",
                    reply);
        }
        Reply empty = conversation.tryForkAt("");
        probe.check("FORK-033", empty.isError(), "an error", empty);

        Conversation other = Conversation.of(
                probe, new Session(conversation.link(), conversation.link().newSession()), "another alpha");
        // Ids need to be unique within one session only.
        String strange = other.messages().stream()
                .map(Message::id)
                .filter(id -> !id.isEmpty()
                        && conversation.messages().stream()
                                .noneMatch(message -> message.id().equals(id)))
                .findFirst()
                .orElse("");
        if (strange.isEmpty()) {
            probe.skip("FORK-034", "the messages of two sessions have the same ids");
            return;
        }
        Reply foreign = conversation.tryForkAt(strange);
        probe.checkError(
                "FORK-034",
                reply.isError() ? foreign.isError(reply.code()) : foreign.isError(),
                "the error for an unknown message",
                foreign);
    }

    private static void refused(Probe probe) throws InterruptedException {
        Link link = probe.talk().link();
        String place = probe.temporaryDirectory();
        JsonNode id = link.requestSession(link.newSessionParams().put("cwd", place))
                .need("session/new in " + place)
                .path("sessionId");
        Session session = new Session(link, id.asText());
        session.prompt("alpha").need();
        Reply reply =
                link.call("session/fork", session.setup().put("cwd", place).put("messageId", NO_MESSAGE));
        if (!reply.isError()) {
            throw new NotTestable("The fork was not refused: " + reply);
        }
        List<String> listed = new ArrayList<>();
        for (JsonNode info : ListScenarios.infos(link, obj("cwd", place))) {
            if (info.path("cwd").asText().equals(place)) {
                listed.add(info.path("sessionId").asText());
            }
        }
        listed.remove(session.id());
        probe.check("FORK-232", listed.isEmpty(), "no other session in " + place, listed);
    }

    private static void nested(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "east", "west");
        Message first = conversation.agent(0);
        Message second = conversation.agent(1);
        Session fork = conversation.forkAt(first);
        Reply later = conversation.tryFork(Conversation.params(fork).put("messageId", second.id()));
        probe.check("FORK-035", later.isError(), "an error", later);
        String id = inheritedId(probe, fork, first);
        Reply inherited = conversation.tryFork(Conversation.params(fork).put("messageId", id));
        if (inherited.isError() && !probe.has("loadSession")) {
            probe.skip("FORK-036", "inherited messages may have new ids, which only session/load shows");
            return;
        }
        probe.check("FORK-036", inherited.isResult(), "a session", inherited);
        if (inherited.isResult() && probe.has("history")) {
            same(probe, "FORK-036", conversation, conversation.made(inherited), conversation.upTo(first));
        }
    }

    /** Returns the ID of an inherited message in the fork, which need not be its ID in the source. */
    private static String inheritedId(Probe probe, Session fork, Message inherited) throws InterruptedException {
        if (!probe.has("loadSession")) {
            return inherited.id();
        }
        return Message.conversation(Message.replay(probe, fork)).stream()
                .filter(message -> message.isAgent() && message.text().equals(inherited.text()))
                .map(Message::id)
                .filter(id -> !id.isEmpty())
                .findFirst()
                .orElse(inherited.id());
    }

    private static void options(Probe probe) throws InterruptedException {
        JsonNode option = OptionScenarios.selectable(probe.profile().session().path("configOptions"));
        if (option == null) {
            probe.skip("FORK-022", "no option has a choice");
            return;
        }
        String id = option.path("id").asText();
        String before = option.path("currentValue").asText();
        String after = OptionScenarios.values(option).stream()
                .filter(each -> !each.equals(before))
                .findFirst()
                .orElseThrow();
        if (!OptionScenarios.values(option).contains(before)) {
            throw new NotTestable("The option's value is none that it can have");
        }
        Session session = probe.talk();
        Conversation start = Conversation.of(probe, session, "alpha");
        OptionScenarios.setOption(session.link(), session.id(), id, node(after)).need("session/set_config_option");
        session.prompt("beta").need();
        JsonNode forked =
                start.tryForkAt(start.agent(0).id()).need("session/fork").path("configOptions");
        probe.check(
                "FORK-022",
                OptionScenarios.current(forked, id).equals(before),
                "`" + id + "` being `" + before + "` as at the message",
                forked);
    }

    private static void tools(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Conversation conversation = new Conversation(probe, session, List.of());
        if (probe.has("word:tool")) {
            Turn turn = session.act("tool").need("tool_call");
            String call = turn.updates("tool_call")
                    .get(0)
                    .at("/params/update/toolCallId")
                    .asText();
            Reply reply = conversation.tryForkAt(call);
            probe.check("FORK-038", reply.isError(), "an error", reply);
        }
        boolean sees = probe.has("loadSession");
        if (probe.has("word:text-tool-text") && sees) {
            int before = toolCalls(probe, session);
            Turn turn = session.act("text-tool-text").need("tool_call");
            String first = turn.updates("agent_message_chunk")
                    .get(0)
                    .at("/params/update/messageId")
                    .asText("");
            Reply reply = conversation.tryForkAt(first);
            if (reply.isError(INVALID_PARAMS)) {
                probe.skip("FORK-039", "the agent refuses to fork there: " + reply);
            } else {
                Session fork = conversation.made(reply);
                boolean whole = ForkEffectScenarios.details(probe)
                        .path("granularity")
                        .asText()
                        .equals("turn");
                boolean there = toolCalls(probe, fork) > before;
                probe.check(
                        "FORK-039", there == whole, whole ? "the whole turn" : "no tool call after the message", there);
            }
        }
        if (probe.has("word:split-message") && sees) {
            Turn turn = session.act("split-message").need("tool_call");
            Entry chunk = turn.updates("agent_message_chunk").get(0);
            String id = chunk.at("/params/update/messageId").asText("");
            Reply reply = conversation.tryForkAt(id);
            if (reply.isError(INVALID_PARAMS)) {
                probe.skip("FORK-048A", "the agent refuses to fork there: " + reply);
                return;
            }
            Session fork = conversation.made(reply);
            List<Message> messages = Message.conversation(Message.replay(probe, fork));
            String last =
                    messages.isEmpty() ? "" : messages.get(messages.size() - 1).text();
            probe.check(
                    "FORK-048A",
                    last.equals(turn.said()) && toolCalls(probe, fork) == toolCalls(probe, session),
                    "the whole message and the tool call within it",
                    messages);
        }
    }

    /** Returns the number of tool calls in a replay. Their IDs may be different in a fork. */
    private static int toolCalls(Probe probe, Session session) throws InterruptedException {
        return Replayed.toolCalls(Message.replay(probe, session)).size();
    }

    /** Returns the id of the first message of a turn; empty when it has none. */
    private static String firstMessage(Conversation conversation, Call turn) {
        return conversation
                .link()
                .updatesSince(turn.sent(), conversation.session().id())
                .stream()
                .filter(entry -> entry.update().equals("agent_message_chunk"))
                .map(entry -> entry.at("/params/update/messageId").asText(""))
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Waits for the first message of a turn: a busy agent may have sent only the user's message or a thought. */
    private static void awaitMessage(Conversation conversation, Call turn) throws InterruptedException {
        conversation
                .link()
                .await(
                        turn.sent(),
                        entry -> entry.update().equals("agent_message_chunk")
                                && entry.session().equals(conversation.session().id()));
    }

    private static void cancelled(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Link link = conversation.link();
        Call running = CancelScenarios.busy(probe, conversation.session());
        awaitMessage(conversation, running);
        link.notify("session/cancel", conversation.session().params());
        running.await();
        String id = firstMessage(conversation, running);
        if (id.isEmpty()) {
            probe.open("FORK-040", "the cancelled message has no id");
            return;
        }
        Reply reply = conversation.tryForkAt(id);
        probe.check("FORK-040", reply.isResult() || reply.isError(-32602), "a session, or the error -32602", reply);
    }

    private static void streaming(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Link link = conversation.link();
        Call running = CancelScenarios.busy(probe, conversation.session());
        awaitMessage(conversation, running);
        if (running.isAnswered()) {
            throw NotTestable.tooSoon("The turn ended on its own before the fork: " + running.await());
        }
        String id = firstMessage(conversation, running);
        if (id.isEmpty()) {
            probe.open("FORK-041", "the message has no id");
        } else {
            streaming(probe, conversation, running, id);
        }
        link.notify("session/cancel", conversation.session().params());
        running.await();
    }

    private static void streaming(Probe probe, Conversation conversation, Call running, String id)
            throws InterruptedException {
        Link link = conversation.link();
        Reply reply = conversation.tryForkAt(id);
        link.settle();
        boolean cooperates = CancelScenarios.cooperates(probe);
        if (reply.isResult() && !cooperates) {
            link.settleUntil(() -> isContinued(conversation, id, reply) || running.isAnswered());
            if (isContinued(conversation, id, reply)) {
                probe.check("FORK-041", false, "an error, because the message continued after the response", reply);
                return;
            }
        }
        boolean goesOn = CancelScenarios.goesOn(probe, running);
        if (goesOn && reply.isResult() && !cooperates) {
            probe.open(
                    "FORK-041",
                    "the message may have been complete before the fork: only the prompt `tck: wait` keeps it open");
        } else {
            probe.check("FORK-041", goesOn && reply.isError(), "an error, and a turn that goes on", reply);
        }
    }

    /** Returns whether more of a message came after a response. */
    private static boolean isContinued(Conversation conversation, String id, Reply reply) {
        Entry response = reply.entry();
        return response != null
                && conversation
                        .link()
                        .updatesSince(response, conversation.session().id())
                        .stream()
                        .anyMatch(entry -> entry.update().equals("agent_message_chunk")
                                && entry.at("/params/update/messageId")
                                        .asText("")
                                        .equals(id));
    }

    private static void dialects(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "red", "blue");
        Reply unknown = conversation.tryFork(
                Conversation.params(conversation.session()).set("_meta", Conversation.air(NO_MESSAGE)));
        if (!unknown.isError()) {
            probe.skip("FORK-046", "the agent does not read jetbrains.air.fork in _meta");
            probe.skip("FORK-047", "the agent does not read jetbrains.air.fork in _meta");
            return;
        }
        Message first = conversation.agent(0);
        Message second = conversation.agent(1);
        Reply both = conversation.tryFork(Conversation.params(conversation.session())
                .put("messageId", first.id())
                .set("_meta", Conversation.air(second.id())));
        probe.check("FORK-046", both.isError(), "an error", both);
        Reply air = conversation.tryFork(
                Conversation.params(conversation.session()).set("_meta", Conversation.air(first.id())));
        probe.check("FORK-047", air.isResult(), "a session", air);
        if (air.isResult() && probe.has("history")) {
            same(probe, "FORK-047", conversation, conversation.made(air), conversation.upTo(first));
        }
    }
}
