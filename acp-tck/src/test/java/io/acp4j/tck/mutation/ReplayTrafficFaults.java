package io.acp4j.tck.mutation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Faults of replays: of loaded or resumed sessions, and of forks alone. */
final class ReplayTrafficFaults {

    private ReplayTrafficFaults() {}

    static List<SemanticFault> all() {
        List<SemanticFault> faults = new ArrayList<>();
        for (String content : List.of("thoughts", "tools", "images", "answers", "prompts")) {
            faults.add(SemanticFault.inBoth("load-without-" + content, "LOAD RES", filter(content, false)));
            faults.add(SemanticFault.inBoth("fork-without-" + content, "FORK", filter(content, true)));
        }
        return faults;
    }

    private static Supplier<TrafficFilter> filter(String content, boolean onlyForks) {
        return () -> new PoorReplay(content, onlyForks);
    }

    private static final class PoorReplay extends TrafficFilter {

        private final Set<String> forks = new HashSet<>();
        private final String content;
        private final boolean onlyForks;

        PoorReplay(String content, boolean onlyForks) {
            this.content = content;
            this.onlyForks = onlyForks;
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            if (connection.answers(FORK) && message.has("result")) {
                forks.add(created(message));
            }
            boolean poor = connection.isReplaying(session(message)) && (!onlyForks || forks.contains(session(message)));
            if (!poor || !isLeftOut(message)) {
                connection.toClient(message);
            }
        }

        /** Returns true if nothing of a message is left; removes images from a message with other content. */
        private boolean isLeftOut(ObjectNode message) {
            return switch (content) {
                case "thoughts" -> kind(message).startsWith("agent_thought");
                case "tools" -> kind(message).contains("tool_call");
                case "answers" -> kind(message).startsWith("agent_message");
                case "prompts" -> kind(message).startsWith("user_message");
                default -> kind(message).startsWith("user_message") && removeImages(update(message));
            };
        }
    }

    /** Removes the images of an update; returns true if it is an image. */
    static boolean removeImages(ObjectNode update) {
        if (update.path("content") instanceof ArrayNode blocks) {
            for (int i = blocks.size() - 1; i >= 0; i--) {
                if (blocks.get(i).path("type").asText().equals("image")) {
                    blocks.remove(i);
                }
            }
            return false;
        }
        return update.at("/content/type").asText().equals("image");
    }
}
