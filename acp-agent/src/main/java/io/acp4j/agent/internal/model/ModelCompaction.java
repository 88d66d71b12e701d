package io.acp4j.agent.internal.model;

import io.acp4j.agent.Turn;
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
     * Returns the conversation of a turn, after a compaction if it was too long.
     *
     * @param conversation sends the request for the summary
     */
    static List<ModelMessage> history(Turn turn, ModelConversation conversation, ModelSettings settings) {
        List<ModelMessage> all = ModelHistory.of(turn.history());
        List<ModelMessage> earlier = all.subList(0, Math.max(0, all.size() - 1));
        // A single message is the summary of an earlier compaction, or nothing that a summary could shorten.
        if (settings.compactAfter() == 0 || earlier.size() < 2 || length(earlier) <= settings.compactAfter()) {
            return all;
        }
        String summary = summary(turn, conversation, earlier);
        if (summary.isBlank()) {
            return all;
        }
        turn.session().tree().compact(summary);
        return ModelHistory.of(turn.history());
    }

    private static String summary(Turn turn, ModelConversation conversation, List<ModelMessage> earlier) {
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
