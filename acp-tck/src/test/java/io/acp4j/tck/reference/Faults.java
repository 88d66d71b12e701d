package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a reference agent: nothing, to begin with. Messages are changed on their way out, by keys such as
 * {@code result:session/new}, {@code update:plan} or {@code request:terminal/create}; requests are treated in another way
 * by method; the rest are flags that the agent looks at.
 */
public final class Faults {

    /** What becomes of a message: nodes are written as JSON lines, strings as lines, byte arrays as they are. */
    public interface Rewrite {
        List<Object> apply(ObjectNode message);
    }

    /** Answers a request in the agent's place; null leaves it to the agent. */
    public interface Takeover {
        @Nullable
        Reaction react(JsonNode message, ReferenceAgent agent);
    }

    /** What a takeover does. */
    public record Reaction(@Nullable ObjectNode members, boolean die) {

        public static Reaction silence() {
            return new Reaction(null, false);
        }

        public static Reaction members(ObjectNode members) {
            return new Reaction(members, false);
        }
    }

    private static final String RESPONSES = "responses";

    private final Map<String, List<Rewrite>> rewrites = new HashMap<>();
    private final Map<String, Takeover> takeovers = new HashMap<>();
    private final Set<String> flags = new HashSet<>();
    private final Map<String, Duration> delays = new HashMap<>();
    private final Map<String, Duration> first = new ConcurrentHashMap<>();
    private final Map<String, Supplier<Duration>> sources = new HashMap<>();
    private final Set<String> read = ConcurrentHashMap.newKeySet();
    private volatile boolean changed;
    private @Nullable Random random;
    private Duration mostDelay = Duration.ZERO;

    /** Changes messages with a key; {@code *} means all. */
    public Faults change(String key, Consumer<ObjectNode> change) {
        return rewrite(key, message -> {
            change.accept(message);
            return List.of(message);
        });
    }

    public Faults rewrite(String key, Rewrite rewrite) {
        rewrites.computeIfAbsent(key, ignored -> new ArrayList<>()).add(rewrite);
        return this;
    }

    public Faults drop(String key) {
        return rewrite(key, message -> List.of());
    }

    public Faults take(String method, Takeover takeover) {
        takeovers.put(method, takeover);
        return this;
    }

    /** Leaves requests of a method unanswered. */
    public Faults ignore(String method) {
        return take(method, (message, agent) -> Reaction.silence());
    }

    /** Answers requests of a method that look like this with a result. */
    public Faults result(String method, Predicate<JsonNode> which, ObjectNode result) {
        return take(
                method,
                (message, agent) ->
                        which.test(message) ? Reaction.members(ReferenceAgent.object("result", result)) : null);
    }

    /** Answers requests of a method that look like this with an error. */
    public Faults error(String method, Predicate<JsonNode> which, int code) {
        return take(
                method,
                (message, agent) -> which.test(message)
                        ? Reaction.members(ReferenceAgent.object(
                                "error", ReferenceAgent.object("code", code, "message", "faulty")))
                        : null);
    }

    public Faults flag(String flag) {
        flags.add(flag);
        return this;
    }

    /** Holds messages with a key back for a while; nothing is wrong with a slow agent. */
    public Faults slow(String key, Duration delay) {
        delays.put(key, delay);
        return this;
    }

    /** Holds all responses back that have no delay of their own, and the first with a key for longer. */
    public Faults slowResponses(Duration delay, String firstKey, Duration firstDelay) {
        delays.put(RESPONSES, delay);
        first.put(firstKey, firstDelay);
        return this;
    }

    /** Holds messages with a key back, each for the time that a source returns. */
    public Faults delayBy(String key, Supplier<Duration> source) {
        sources.put(key, source);
        return this;
    }

    /** Holds each response back for a random time. */
    public Faults randomDelays(long seed, Duration most) {
        random = new Random(seed);
        mostDelay = most;
        return this;
    }

    Duration delay(String key) {
        Duration once = first.remove(key);
        if (once != null) {
            return once;
        }
        Supplier<Duration> source = sources.get(key);
        if (source != null) {
            return source.get();
        }
        boolean response = key.startsWith("result:") || key.startsWith("error:");
        Random some = random;
        if (response && some != null) {
            return Duration.ofMillis(some.nextInt((int) mostDelay.toMillis()));
        }
        return delays.getOrDefault(key, response ? delays.getOrDefault(RESPONSES, Duration.ZERO) : Duration.ZERO);
    }

    boolean has(String flag) {
        boolean set = flags.contains(flag);
        if (set) {
            read.add(flag);
        }
        return set;
    }

    /** Returns a copy of the flags that are set. */
    Set<String> flags() {
        return Set.copyOf(flags);
    }

    /**
     * Returns true if one of these flags was read, or if a message was changed or responded to by a fault. An agent without such an effect
     * has behaved as an agent without faults.
     */
    boolean hadEffect(Set<String> some) {
        return changed || some.stream().anyMatch(read::contains);
    }

    @Nullable
    Takeover takeover(String method) {
        Takeover takeover = takeovers.get(method);
        if (takeover == null) {
            return null;
        }
        return (message, agent) -> {
            // A takeover can change the agent without a response.
            boolean sticky = agent.sticky;
            Reaction reaction = takeover.react(message, agent);
            changed |= reaction != null || agent.sticky != sticky;
            return reaction;
        };
    }

    List<Object> apply(String key, ObjectNode message) {
        if (!rewrites.containsKey(key) && !rewrites.containsKey("*")) {
            return List.of(message);
        }
        ObjectNode original = message.deepCopy();
        List<Object> out = rewritten(key, message);
        changed |= !out.equals(List.of(original));
        return out;
    }

    private List<Object> rewritten(String key, ObjectNode message) {
        List<Object> out = List.of(message);
        for (String each : List.of(key, "*")) {
            for (Rewrite rewrite : rewrites.getOrDefault(each, List.of())) {
                List<Object> next = new ArrayList<>();
                for (Object item : out) {
                    next.addAll(item instanceof ObjectNode node ? rewrite.apply(node) : List.of(item));
                }
                out = next;
            }
        }
        return out;
    }
}
