package io.acp4j.examples.conformance;

import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextResourceContents;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanEntryPriority;
import io.acp4j.schema.plan.PlanEntryStatus;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.Cost;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words of the kit's prompt vocabulary; {@code docs/tck.md} says what each asks for. */
final class Vocabulary {

    static final String PREFIX = "tck: ";

    private static final List<String> WORDS = List.of(
            "say",
            "chunks",
            "messages",
            "text-tool-text",
            "thought",
            "tool",
            "plan",
            "commands",
            "info",
            "usage",
            "content",
            "mode",
            "config",
            "permission",
            "read",
            "write",
            "terminal",
            "elicit-form",
            "elicit-url",
            "extension",
            "wait",
            "large",
            "history",
            "compact",
            "notice",
            "branch",
            "keep",
            "kept",
            "stop");

    /** What version 2 has no words for. */
    private static final Set<String> EARLIER = Set.of("mode", "read", "write", "terminal", "branch", "keep", "kept");

    private static final byte[] DATA = {0, 0, 0};

    private final PromptTurn turn;
    private final SessionRepository repository;

    Vocabulary(PromptTurn turn, SessionRepository repository) {
        this.turn = turn;
        this.repository = repository;
    }

    void act(String command) throws Exception {
        int space = command.indexOf(' ');
        String word = space < 0 ? command : command.substring(0, space);
        String rest = space < 0 ? "" : command.substring(space + 1);
        boolean draft = V2Words.areKnownTo(turn.session());
        if (draft && V2Words.WORDS.contains(word)) {
            new V2Words(turn).act(word);
            return;
        }
        switch (word) {
            case "vocabulary" -> turn.say("tck-vocabulary: " + String.join(" ", words(draft)));
            case "say" -> turn.say(rest);
            case "chunks" -> chunks(Integer.parseInt(rest));
            case "messages" -> messages(Integer.parseInt(rest));
            case "text-tool-text" -> {
                turn.say("before the tool");
                tool();
                turn.say("after the tool");
            }
            case "thought" -> {
                turn.think("let me ");
                turn.think("think");
                turn.say("a thoughtful answer");
            }
            case "tool" -> tool();
            case "plan" -> plan();
            case "commands", "info", "usage", "mode", "config" -> update(word);
            case "content" -> content();
            case "wait" -> {
                turn.say("waiting");
                turn.cancellation().whenCancelled().toCompletableFuture().join();
            }
            case "large" -> turn.say("x".repeat(Integer.parseInt(rest)));
            case "history" -> turn.say(RawJson.of(history()).toJson());
            case "compact", "notice", "branch", "keep", "kept" -> new SessionWords(turn, repository).act(word, rest);
            case "stop" -> {
                turn.say("stopping");
                turn.stop(new StopReason(rest));
            }
            default -> new ClientWords(turn).act(word, rest);
        }
    }

    private static List<String> words(boolean draft) {
        if (!draft) {
            return WORDS;
        }
        List<String> words = new ArrayList<>(WORDS);
        words.removeAll(EARLIER);
        words.addAll(V2Words.WORDS);
        return words;
    }

    private void chunks(int count) {
        for (int i = 1; i <= count; i++) {
            turn.say(i + " ");
        }
    }

    private void messages(int count) {
        for (int i = 1; i <= count; i++) {
            turn.say("message ");
            turn.say(String.valueOf(i));
            turn.endMessage();
        }
    }

    private void tool() {
        ToolCallHandle call = turn.toolCall("Edit a file", ToolKind.EDIT);
        call.location("/tmp/acp-tck-example.txt", 3L);
        call.inProgress();
        call.complete(ToolCallContent.text("edited"), ToolCallContent.diff("/tmp/acp-tck-example.txt", "a\n", "b\n"));
    }

    private void plan() {
        turn.plan(
                new PlanEntry("First", PlanEntryPriority.HIGH, PlanEntryStatus.IN_PROGRESS, null),
                new PlanEntry("Second", PlanEntryPriority.LOW, PlanEntryStatus.PENDING, null));
        turn.plan(
                new PlanEntry("First", PlanEntryPriority.HIGH, PlanEntryStatus.COMPLETED, null),
                new PlanEntry("Second", PlanEntryPriority.LOW, PlanEntryStatus.IN_PROGRESS, null));
    }

    private void update(String word) {
        turn.update(
                switch (word) {
                    case "commands" -> AvailableCommandsUpdate.of(List.of(AvailableCommand.of("web", "Searches")));
                    case "info" ->
                        SessionInfoUpdate.builder()
                                .title("A title")
                                .updatedAt("2026-01-02T03:04:05Z")
                                .build();
                    case "usage" ->
                        UsageUpdate.builder(1200, 200_000)
                                .cost(Cost.of(0.25, "USD"))
                                .build();
                    case "mode" -> CurrentModeUpdate.of(new SessionModeId("code"));
                    default -> ConfigOptionUpdate.of(List.of(ConformanceAgent.model("large")));
                });
    }

    private void content() {
        turn.say("some of everything");
        for (ContentBlock block : List.of(
                ImageContent.of(DATA, "image/png"),
                AudioContent.of(DATA, "audio/wav"),
                ResourceLink.of("file:///tmp/notes.txt", "notes"),
                EmbeddedResource.of(TextResourceContents.of("file:///tmp/notes.txt", "notes")))) {
            turn.say(block);
        }
    }

    /** Returns what was said before the prompt that asks for it. */
    private List<Map<String, String>> history() {
        List<Map<String, String>> lines = new ArrayList<>();
        for (HistoryEntry entry : turn.history()) {
            if (entry.kind().equals(NodeKind.USER) && !turn.userMessageId().equals(entry.messageId())) {
                lines.add(Map.of("role", "user", "text", entry.text()));
            } else if (entry.kind().equals(NodeKind.AGENT)) {
                lines.add(Map.of("role", "agent", "text", entry.text()));
            }
        }
        return lines;
    }
}
