package io.acp4j.agent.internal.model;

import io.acp4j.agent.PromptTurn;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.schema.tool.ToolKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the turns of a model are run.
 *
 * @param instructions what the model is told before the conversation; returns null for nothing
 * @param kinds what sort of thing a tool does; {@link ToolKind#OTHER} for those that are not in it
 * @param asking the tools that the user is asked about before each call
 * @param maxRequests how often the model is asked in one turn at most
 * @param responseTimeout how long one response of the model may take
 * @param compactAfter the minimum length, in characters since the last summary, at which the model summarises a conversation; 0 for never
 */
public record ModelSettings(
        Function<? super PromptTurn, @Nullable String> instructions,
        Map<String, ToolKind> kinds,
        Set<String> asking,
        int maxRequests,
        Duration responseTimeout,
        long compactAfter) {

    /** How often the model is asked in one turn when nothing else is said. */
    public static final int DEFAULT_MAX_REQUESTS = 50;

    /** How long one response may take when nothing else is said. */
    public static final Duration DEFAULT_RESPONSE_TIMEOUT = Duration.ofMinutes(10);

    /** Copies the collections. */
    public ModelSettings {
        kinds = Map.copyOf(kinds);
        asking = Set.copyOf(asking);
    }

    /** Collects settings; used by one thread. */
    public static final class Builder {

        private final Map<String, ToolKind> kinds = new HashMap<>();
        private final Set<String> asking = new HashSet<>();
        private Function<? super PromptTurn, @Nullable String> instructions = turn -> null;
        private int maxRequests = DEFAULT_MAX_REQUESTS;
        private Duration responseTimeout = DEFAULT_RESPONSE_TIMEOUT;
        private long compactAfter;

        /** Sets what the model is told first. */
        public void instructions(Function<? super PromptTurn, @Nullable String> text) {
            instructions = Objects.requireNonNull(text, "text");
        }

        /** Sets what sort of thing some tools do. */
        public void kind(ToolKind kind, String... tools) {
            for (String tool : tools) {
                kinds.put(tool, kind);
            }
        }

        /** Adds tools that need permission. */
        public void askBefore(String... tools) {
            asking.addAll(Set.of(tools));
        }

        /** Sets how often the model is asked in a turn. */
        public void maxRequests(int requests) {
            if (requests < 1) {
                throw new IllegalArgumentException("at least one request, not " + requests);
            }
            maxRequests = requests;
        }

        /** Sets how long a response may take. */
        public void responseTimeout(Duration timeout) {
            if (timeout.isZero() || timeout.isNegative()) {
                throw new IllegalArgumentException("a timeout is longer than nothing, not " + DurationText.of(timeout));
            }
            responseTimeout = timeout;
        }

        /** Sets the minimum length at which a conversation is summarised. */
        public void compactAfter(long characters) {
            if (characters < 1) {
                throw new IllegalArgumentException("compactAfter must be at least 1 character, was " + characters);
            }
            compactAfter = characters;
        }

        /** Returns the settings. */
        public ModelSettings build() {
            return new ModelSettings(instructions, kinds, asking, maxRequests, responseTimeout, compactAfter);
        }
    }
}
