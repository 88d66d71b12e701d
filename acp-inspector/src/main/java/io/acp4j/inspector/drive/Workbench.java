package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.inspector.check.KitRun;
import io.acp4j.inspector.page.PageApi;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.session.NewSessionRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a page can do with an agent. */
public final class Workbench implements PageApi {

    private final LiveAgent agent;
    private final KitRun kit;
    private final ReadingRoom recordings;
    private final Summaries summaries;
    private final SessionOpener opener;

    /**
     * Creates it.
     *
     * @param agent the agent
     * @param kit runs the conformance kit against it
     * @param recordings has the conversations that are shown beside those with the agent
     */
    public Workbench(LiveAgent agent, KitRun kit, ReadingRoom recordings) {
        this.agent = agent;
        this.kit = kit;
        this.recordings = recordings;
        this.summaries = new Summaries(this::throwAway);
        this.opener = new SessionOpener(agent);
    }

    @Override
    public CompletionStage<? extends JsonNode> perform(String name, JsonNode arguments) {
        if (!name.equals("compare") && recordings.has(key(arguments))) {
            return recordings.perform(name, arguments);
        }
        return switch (name) {
            case "connect" -> opener.connect(key(arguments), arguments.path("offer"));
            case "sample" -> done(agent.startSample());
            case "disconnect" -> {
                agent.disconnect("the user has disconnected");
                yield nothing();
            }
            case "authenticate" -> done(authenticate(arguments.path("method").asInt(-1)));
            case "refresh" -> done(agent.desk().refresh(agent.client()));
            case "new" -> create(arguments.path("cwd").asText());
            case "open" -> opener.open(key(arguments), arguments.path("how").asText());
            case "close" -> close(key(arguments));
            case "delete" -> delete(key(arguments));
            case "rename" -> rename(key(arguments), arguments.path("title").asText());
            case "prompt" -> prompt(agent.desk().opened(key(arguments)), arguments);
            case "cancel" -> {
                agent.desk().opened(key(arguments)).cancel();
                yield nothing();
            }
            case "mode" -> done(mode(arguments));
            case "option" -> done(option(arguments));
            case "answer" -> {
                agent.questions().answer(arguments.path("number").asInt(), arguments);
                yield nothing();
            }
            case "menu" ->
                completed(new ForkMenu(agent.desk().opened(key(arguments)))
                        .of(arguments.path("position").asInt(-1)));
            case "fork" -> fork(arguments);
            case "edit" -> edit(arguments);
            case "regenerate" -> regenerate(arguments);
            case "branches" ->
                agent.desk().opened(key(arguments)).branches().show().thenApply(Branches::json);
            case "branch" -> branch(arguments);
            case "navigate" -> navigate(arguments);
            case "aside" -> aside(arguments);
            case "compare" -> compare(arguments);
            case "compare-branches" -> compareBranches(arguments);
            case "summary" ->
                summaries.of(
                        agent.desk(), key(arguments), arguments.path("other").asText());
            case "summary-stop" -> {
                summaries.cancel(key(arguments));
                yield nothing();
            }
            case "kit" -> {
                List<String> profiles = new ArrayList<>();
                arguments.path("profiles").forEach(each -> profiles.add(each.asText()));
                kit.start(arguments.path("only").asText(), profiles);
                yield nothing();
            }
            case "kit-scenarios" -> {
                kit.startScenarios();
                yield nothing();
            }
            case "kit-catalogue" -> completed(kit.catalogue());
            case "kit-stop" -> {
                kit.stop();
                yield nothing();
            }
            case "kit-evidence" ->
                completed(kit.evidence(arguments.path("scenario").asText()));
            default -> throw new PageException("the inspector does not know how to " + name);
        };
    }

    private static String key(JsonNode arguments) {
        return arguments.path("session").asText();
    }

    private static CompletableFuture<JsonNode> nothing() {
        return completed(Shown.NODES.objectNode());
    }

    private static CompletableFuture<JsonNode> completed(ObjectNode value) {
        return CompletableFuture.completedFuture(value);
    }

    private static CompletableFuture<JsonNode> done(CompletableFuture<?> stage) {
        return stage.thenApply(ignored -> Shown.NODES.objectNode());
    }

    static ObjectNode select(@Nullable String key) {
        return Shown.NODES.objectNode().put("select", key);
    }

    private CompletableFuture<Void> authenticate(int index) {
        AcpClient client = agent.client();
        if (index < 0 || index >= client.authMethods().size()) {
            throw new PageException("the agent has no such way to authenticate");
        }
        return client.authenticateAsync(client.authMethods().get(index).id());
    }

    private CompletableFuture<JsonNode> create(String cwd) {
        Path directory = cwd.isBlank() ? agent.source().directory() : Path.of(cwd);
        if (!directory.isAbsolute()) {
            throw new PageException("the directory of a session is an absolute path");
        }
        SessionDesk desk = agent.desk();
        return agent.client()
                .newSessionAsync(NewSessionRequest.builder(directory.toString()).build(), null)
                .thenApply(session -> select(desk.created(session)));
    }

    private CompletableFuture<JsonNode> close(String key) {
        SessionDesk desk = agent.desk();
        AcpClient client = agent.client();
        return desk.opened(key).session().closeAsync().thenCompose(closed -> {
            desk.forget(key);
            // It may be stored: then it stays in the tree, to be opened again.
            boolean lists = client.agentCapabilities().sessionCapabilities().list() != null;
            return lists ? done(desk.refresh(client)) : nothing();
        });
    }

    private CompletableFuture<JsonNode> delete(String key) {
        SessionDesk desk = agent.desk();
        SessionId id = desk.info(key).sessionId();
        AcpClient client = agent.client();
        return client.deleteSessionAsync(id).thenCompose(gone -> {
            SessionDeletion deletion = desk.deleted(id);
            // The agent states the parents of the forks that are left. A list that fails leaves the rows as they are
            // known.
            boolean lists = client.agentCapabilities().sessionCapabilities().list() != null;
            CompletableFuture<Void> refreshed = lists ? desk.refresh(client) : CompletableFuture.completedFuture(null);
            return refreshed.handle((rows, failure) -> desk.describe(deletion));
        });
    }

    private CompletableFuture<JsonNode> rename(String key, String title) {
        if (title.isBlank()) {
            throw new PageException("a title has at least one character");
        }
        SessionDesk desk = agent.desk();
        SessionId id = desk.info(key).sessionId();
        return agent.client().unstable().setSessionTitleAsync(id, title.strip()).thenApply(now -> {
            desk.renamed(id, now);
            return Shown.NODES.objectNode();
        });
    }

    private CompletableFuture<JsonNode> prompt(OpenSession open, JsonNode arguments) {
        List<ContentBlock> content =
                Prompts.of(arguments, agent.client().agentCapabilities().promptCapabilities());
        // The reply does not wait for the turn, which may take hours; how it ended is shown with the session.
        open.follow(open.session().promptAsync(content));
        return nothing();
    }

    private CompletableFuture<Void> mode(JsonNode arguments) {
        OpenSession open = agent.desk().opened(key(arguments));
        var modes = open.session().modes();
        int index = arguments.path("mode").asInt(-1);
        if (modes == null || index < 0 || index >= modes.availableModes().size()) {
            throw new PageException("the session has no such mode");
        }
        return open.session().setModeAsync(modes.availableModes().get(index).id());
    }

    private CompletableFuture<List<SessionConfigOption>> option(JsonNode arguments) {
        OpenSession open = agent.desk().opened(key(arguments));
        List<SessionConfigOption> options = open.session().configOptions();
        int index = arguments.path("option").asInt(-1);
        if (index < 0 || index >= options.size()) {
            throw new PageException("the session has no such option");
        }
        SessionConfigId id = options.get(index).id();
        JsonNode value = arguments.path("value");
        boolean isChoice = options.get(index) instanceof SessionConfigSelect;
        SessionConfigValue chosen = isChoice
                ? SessionConfigValue.of(new SessionConfigValueId(value.asText()))
                : SessionConfigValue.of(value.asBoolean());
        return open.session().setConfigOptionAsync(id, chosen);
    }

    private CompletableFuture<JsonNode> fork(JsonNode arguments) {
        SessionDesk desk = agent.desk();
        OpenSession open = desk.opened(key(arguments));
        ForkMenu menu = new ForkMenu(open);
        JsonNode position = arguments.path("position");
        TranscriptMessage last = position.isInt() ? menu.message(position.asInt()) : null;
        ForkPoint point =
                last == null ? ForkPoint.end() : open.session().forks().at(last);
        int depth = last == null ? open.depth() : menu.depth(last) + 1;
        String label = arguments.path("label").asText().strip();
        ForkOptions options = label.isEmpty() ? ForkOptions.DEFAULT : ForkOptions.labelled(label);
        return open.session()
                .forks()
                .forkAsync(point, options)
                .thenApply(fork -> select(desk.forked(fork, open.lineage(last, depth, label), null)));
    }

    private CompletableFuture<JsonNode> edit(JsonNode arguments) {
        OpenSession open = agent.desk().opened(key(arguments));
        ForkMenu menu = new ForkMenu(open);
        TranscriptMessage edited = menu.message(arguments.path("position").asInt(-1));
        int depth = menu.depth(edited);
        String text = arguments.path("text").asText();
        if (text.isBlank()) {
            throw new PageException("a prompt has a text");
        }
        ForkOrigin origin = ForkOrigin.edited(open.session().id(), depth);
        return branched(
                open,
                depth,
                origin,
                open.session().forks().editAndForkAsync(edited, List.of(ContentBlock.text(text)), options(origin)));
    }

    private CompletableFuture<JsonNode> regenerate(JsonNode arguments) {
        OpenSession open = agent.desk().opened(key(arguments));
        ForkMenu menu = new ForkMenu(open);
        TranscriptMessage response = menu.message(arguments.path("position").asInt(-1));
        TranscriptMessage question = menu.question(response);
        ForkOrigin origin = ForkOrigin.regenerated(open.session().id(), menu.depth(response));
        return branched(
                open,
                question == null ? 0 : menu.depth(question),
                origin,
                open.session().forks().regenerateAsync(response, options(origin)));
    }

    private static ForkOptions options(ForkOrigin origin) {
        return ForkOptions.builder().meta(origin.meta()).build();
    }

    private CompletableFuture<JsonNode> branched(
            OpenSession open, int depth, ForkOrigin origin, CompletableFuture<PromptTurn> forking) {
        SessionDesk desk = agent.desk();
        return forking.thenApply(forked -> {
            String key = desk.forked(forked.session(), open.lineage(null, depth, ""), origin);
            desk.opened(key).follow(forked.result());
            return select(key);
        });
    }

    /** Goes back to a message inside its session. */
    private CompletableFuture<JsonNode> branch(JsonNode arguments) {
        OpenSession open = agent.desk().opened(key(arguments));
        MessageId id =
                new ForkMenu(open).message(arguments.path("position").asInt(-1)).id();
        if (id == null) {
            throw new PageException("the agent has given this message no messageId");
        }
        return move(open, id);
    }

    /** Goes to another branch inside the session. */
    private CompletableFuture<JsonNode> navigate(JsonNode arguments) {
        OpenSession open = agent.desk().opened(key(arguments));
        return move(open, open.branches().find(arguments.path("message").asText()));
    }

    /** Goes there, and shows the branches; that they cannot be had is no reason to say that it has not moved. */
    private static CompletableFuture<JsonNode> move(OpenSession open, MessageId to) {
        return Branches.move(open.session(), to)
                .thenCompose(moved -> open.branches().show().handle((shown, failure) -> moved));
    }

    /** Asks in a fork of the whole session, which is to be thrown away. */
    private CompletableFuture<JsonNode> aside(JsonNode arguments) {
        SessionDesk desk = agent.desk();
        OpenSession open = desk.opened(key(arguments));
        List<ContentBlock> content =
                Prompts.of(arguments, agent.client().agentCapabilities().promptCapabilities());
        String text = arguments.path("text").asText().strip();
        String question = text.lines().findFirst().orElse("");
        return Asides.fork(desk, open, question).thenApply(key -> {
            var unused = Asides.ask(desk, key, content);
            return select(key);
        });
    }

    /** Deletes a fork that was for one question, or closes it where the agent does not delete. */
    private CompletableFuture<JsonNode> throwAway(String key) {
        var can = agent.client().agentCapabilities().sessionCapabilities();
        return can.delete() == null ? close(key) : delete(key);
    }

    private CompletableFuture<JsonNode> compare(JsonNode arguments) {
        String other = arguments.path("other").asText();
        Conversation left = conversation(key(arguments));
        return (recordings.has(other) ? nothing() : opener.open(other, ""))
                .thenApply(opened -> Comparison.of(left, conversation(other)));
    }

    private Conversation conversation(String key) {
        return recordings.has(key)
                ? recordings.conversation(key)
                : agent.desk().opened(key).conversation();
    }

    /** Compares two branches of a session, which stays where it is. */
    private CompletableFuture<JsonNode> compareBranches(JsonNode arguments) {
        OpenSession open = agent.desk().opened(key(arguments));
        return open.branches().show().thenCompose(branches -> {
            MessageId left = branches.find(arguments.path("left").asText());
            MessageId right = branches.find(arguments.path("right").asText());
            return BranchPath.read(open, left)
                    .thenCombine(BranchPath.read(open, right), Comparison::of)
                    .thenApply(comparison ->
                            comparison.set("leaves", branches.json().path("leaves")));
        });
    }
}
