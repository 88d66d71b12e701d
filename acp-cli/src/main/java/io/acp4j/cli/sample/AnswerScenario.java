package io.acp4j.cli.sample;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.ResourceLink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Answers plain text: in a sentence about its subject, and with the questions that this branch of the conversation contains. */
final class AnswerScenario implements Scenario {

    /** Answers by the first word that the question contains. */
    private static final Map<String, String> ANSWERS = new LinkedHashMap<>();

    static {
        ANSWERS.put("list", "`session/list` returns the stored sessions, the newest first.");
        ANSWERS.put("delete", "`session/delete` removes a session. Its forks keep all their messages.");
        ANSWERS.put("fork", "`session/fork` creates a session that starts with a copy of the history.");
        ANSWERS.put("branch", "`session/fork` creates a session that starts with a copy of the history.");
        ANSWERS.put("load", "`session/load` opens a stored session and replays its messages.");
        ANSWERS.put("resume", "`session/resume` opens a stored session without a replay.");
        ANSWERS.put("permission", "An agent requests permission before it makes a change. Try `/permission`.");
        ANSWERS.put("session", "A session is one conversation: its directory, settings and messages.");
    }

    private static final String DEFAULT =
            "I am the sample agent of acp4j. I use no model, so my answers are always the same.";

    private static final int MAX_QUOTED = 80;

    @Override
    public void play(ScenarioTurn turn, String question) throws InterruptedException {
        List<String> questions = questions(turn);
        if (SampleSettings.hasThoughts(turn.session())) {
            turn.think("I look for a word that I know in question " + questions.size() + ".");
        }
        turn.say(answer(question) + "\n\n" + attachments(turn.turn().prompt()) + "Question " + questions.size()
                + (questions.size() == 1
                        ? ". Try `/permission`, `/diff` or `/tour`; `/commands` lists all commands."
                        : ". Before it you asked: " + String.join(" · ", questions.subList(0, questions.size() - 1))));
        if (SampleSettings.isDetailed(turn.session())) {
            turn.say("\n\n| | |\n|---|---|\n| directory | `" + turn.session().cwd() + "` |\n| mode | "
                    + (SampleSettings.isAutomatic(turn.session()) ? "Automatic" : "Ask") + " |\n| questions | "
                    + questions.size() + " |\n");
        }
    }

    private static String answer(String question) {
        String words = question.toLowerCase(Locale.ROOT);
        return ANSWERS.entrySet().stream()
                .filter(entry -> words.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(DEFAULT);
    }

    private static List<String> questions(ScenarioTurn turn) {
        return turn.turn().history().stream()
                .filter(entry -> entry.kind() == NodeKind.USER)
                .map(HistoryEntry::text)
                .map(AnswerScenario::quoted)
                .toList();
    }

    private static String quoted(String question) {
        String line = question.strip().replaceAll("\\s+", " ");
        // A surrogate pair is not cut.
        return line.codePointCount(0, line.length()) <= MAX_QUOTED
                ? line
                : line.substring(0, line.offsetByCodePoints(0, MAX_QUOTED)) + "…";
    }

    private static String attachments(List<ContentBlock> prompt) {
        List<String> attached = new ArrayList<>();
        for (ContentBlock block : prompt) {
            if (block instanceof ImageContent image) {
                attached.add("an image (" + image.mimeType() + ")");
            } else if (block instanceof AudioContent audio) {
                attached.add("audio (" + audio.mimeType() + ")");
            } else if (block instanceof ResourceLink link) {
                attached.add("a link to " + link.name());
            } else if (block instanceof EmbeddedResource) {
                attached.add("a file");
            }
        }
        return attached.isEmpty()
                ? ""
                : attached.stream().collect(Collectors.joining(", ", "The prompt contains ", ".\n\n"));
    }
}
