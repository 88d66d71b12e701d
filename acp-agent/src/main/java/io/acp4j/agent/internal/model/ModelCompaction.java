package io.acp4j.agent.internal.model;

import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shortens long conversations: the model summarises the messages before the prompt of the turn. */
final class ModelCompaction {

    private static final Logger LOG = LoggerFactory.getLogger(ModelCompaction.class);

    private static final String REQUEST =
            "Summarise this conversation for yourself, since you will see your summary instead of it. Keep what the user wants, what was"
                    + " decided and why, which files were read or changed, and what is still to be done. Respond with the summary"
                    + " only.";

    private ModelCompaction() {}

    /**
     * Returns the conversation of a turn, compacted if it was too long.
     *
     * @param conversation sends the request for the summary
     */
    static List<ModelMessage> history(PromptTurn turn, ModelConversation conversation, ModelSettings settings) {
        List<HistoryEntry> history = turn.history();
        List<ModelMessage> all = ModelHistory.of(history);
        if (settings.compactAfter() == 0) {
            return all;
        }
        // A summary cannot be shortened by another one, so only what followed it counts.
        int first = history.get(0).kind() == NodeKind.COMPACTION ? 1 : 0;
        int prompt = all.size() - 1;
        if (prompt <= first || length(all.subList(first, prompt)) <= settings.compactAfter()) {
            return all;
        }
        List<ModelMessage> earlier = all.subList(0, prompt);
        String summary = summary(turn, conversation, earlier);
        if (summary.isBlank()) {
            return all;
        }
        turn.session().tree().compact(summary);
        return ModelHistory.of(turn.history());
    }

    private static String summary(PromptTurn turn, ModelConversation conversation, List<ModelMessage> earlier) {
        List<ModelMessage> asked = new ArrayList<>(earlier);
        asked.add(new ModelMessage.User(List.of(new ModelPart.Text(REQUEST))));
        try {
            return conversation.summarize(asked);
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            turn.cancellation().throwIfCancelled();
            LOG.warn(
                    "the model did not summarise session {}; it is sent the whole conversation",
                    turn.session().id(),
                    e);
            return "";
        }
    }

    private static long length(List<ModelMessage> messages) {
        return messages.stream().mapToLong(ModelCompaction::length).sum();
    }

    private static long length(ModelMessage message) {
        if (message instanceof ModelMessage.User user) {
            return user.parts().stream()
                    .mapToLong(part ->
                            part instanceof ModelPart.Text text ? text.text().length() : 0)
                    .sum();
        }
        if (message instanceof ModelMessage.Model model) {
            return model.text().length()
                    + model.calls().stream()
                            .mapToLong(call -> call.arguments().length())
                            .sum();
        }
        return ((ModelMessage.Results) message)
                .results().stream().mapToLong(result -> result.text().length()).sum();
    }
}
