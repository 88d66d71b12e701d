package io.acp4j.inspector.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.inspector.link.RawLink;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.WireFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Plays the client of a recording to a live agent, and compares what the agent does with what the recorded one did. A frame of
 * the client is sent once all has come that had come before it in the recording; ids that the live agent has given take the
 * place of the recorded ones. Used by one thread.
 */
public final class Replay {

    /** How long a text that has begun to differ may take to its end, and of how many frames it may be. */
    private static final Duration TEXT_LIMIT = Duration.ofSeconds(5);

    private static final int MAX_TEXT_FRAMES = 2_000;

    /** What AIR puts between the id of a message and the number of its part. */
    private static final String PART = ":segment:";

    private final List<WireFrame> frames;
    private final Steps recorded;
    private final RawLink link;
    private final boolean structure;
    private final Duration limit;
    private final @Nullable String cwd;
    private final ReplayListener listener;
    private final Steps live = Steps.ofAnyTime();
    private final Map<String, Deque<JsonNode>> liveRequests = new HashMap<>();
    private final Map<JsonNode, String> recordedRequests = new HashMap<>();

    /** By stream, how many steps of the live agent are compared for good; the last one may still go on. */
    private final Map<Integer, Integer> compared = new HashMap<>();

    /** How many steps of the live agent there were when it did something else. */
    private int beforeDivergence = Integer.MAX_VALUE;

    /**
     * Prepares a replay.
     *
     * @param frames the recording
     * @param link an agent to which nothing was said
     * @param structure whether only what happens is compared, not what is said
     * @param limit how long the agent may take for what the recorded one did next
     * @param cwd takes the place of the recorded directories; null to leave them
     * @param listener is told how it gets on
     */
    public Replay(
            List<WireFrame> frames,
            RawLink link,
            boolean structure,
            Duration limit,
            @Nullable String cwd,
            ReplayListener listener) {
        this.frames = List.copyOf(frames);
        this.recorded = Steps.ofAnyTime();
        frames.forEach(frame -> recorded.add(frame.fromClient(), frame.bytes()));
        this.link = link;
        this.structure = structure;
        this.limit = limit;
        this.cwd = cwd;
        this.listener = listener;
    }

    /**
     * A step of the recording and the same one of the replay.
     *
     * @param recorded the recorded one
     * @param live what the live agent did, or was sent
     */
    public record Same(Step recorded, Step live) {}

    /**
     * Plays all of it, up to the first divergence.
     *
     * @return where the live agent did something else; null when it did all that the recorded one did, and nothing else
     * @throws IOException when the agent has ended before a frame could be sent
     * @throws InterruptedException when the thread is interrupted
     */
    public @Nullable Divergence play() throws IOException, InterruptedException {
        Steps before = Steps.ofAnyTime();
        int played = 0;
        for (WireFrame frame : frames) {
            if (frame.fromClient()) {
                Divergence divergence = await(before);
                if (divergence != null) {
                    return divergence;
                }
                send(frame);
            }
            before.add(frame.fromClient(), frame.bytes());
            note(frame);
            played++;
            if (frame.fromClient()) {
                listener.played(played);
            }
        }
        Divergence divergence = await(before);
        if (divergence == null) {
            listener.played(played);
        }
        return divergence;
    }

    /**
     * Returns what was the same so far, or up to the first divergence.
     *
     * @return the steps, in the order in which the live agent did them, or was sent them
     */
    public List<Same> same() {
        Map<Integer, Integer> met = new HashMap<>();
        List<Same> same = new ArrayList<>();
        for (Step is :
                live.all().subList(0, Math.min(beforeDivergence, live.all().size()))) {
            int place = met.merge(2 * is.stream() + (is.fromClient() ? 1 : 0), 1, Integer::sum) - 1;
            List<Step> line = recorded.of(is.stream(), is.fromClient());
            if (place < line.size()
                    && (is.fromClient()
                            || is.key(structure).equals(line.get(place).key(structure)))) {
                same.add(new Same(line.get(place), is));
            }
        }
        return same;
    }

    /** Remembers which requests of the recorded agent wait for a response. */
    private void note(WireFrame frame) {
        JsonNode json = tree(frame.bytes());
        if (!frame.fromClient() && json.has("method") && json.has("id")) {
            recordedRequests.put(FrameJson.id(json), json.path("method").asText());
        }
    }

    private static JsonNode tree(byte[] bytes) {
        try {
            return Objects.requireNonNullElse(FrameJson.read(bytes), MissingNode.getInstance());
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    private void send(WireFrame frame) throws IOException, InterruptedException {
        JsonNode json = tree(frame.bytes());
        if (!json.isObject()) {
            return; // What was no message is not said again.
        }
        ObjectNode sent = (ObjectNode) live(json);
        if (!sent.has("method")) {
            String method = recordedRequests.get(FrameJson.id(json));
            Deque<JsonNode> asked = method == null ? null : liveRequests.get(method);
            JsonNode id = asked == null ? null : asked.poll();
            if (id == null) {
                return; // The live agent has not asked: the comparison has said so, or it does not matter.
            }
            sent.set("id", id);
        }
        byte[] bytes = FrameJson.MAPPER.writeValueAsBytes(sent);
        live.add(true, bytes);
        listener.sending(bytes);
        link.send(sent);
    }

    /** The same with the live agent's ids. */
    private JsonNode live(JsonNode value) {
        if (value.isArray()) {
            ArrayNode array = FrameJson.MAPPER.createArrayNode();
            value.forEach(each -> array.add(live(each)));
            return array;
        }
        if (!value.isObject()) {
            return value;
        }
        ObjectNode object = FrameJson.MAPPER.createObjectNode();
        value.properties().forEach(member -> {
            String name = member.getKey();
            JsonNode known = member.getValue();
            if (Steps.isId(name) && known instanceof TextNode id) {
                object.put(name, liveId(name, id.textValue()));
            } else if (name.equals("cwd") && cwd != null) {
                object.put(name, cwd);
            } else {
                object.set(name, live(known));
            }
        });
        return object;
    }

    /** The live agent's id in the place of a recorded one; a part of a message goes with its message. */
    private String liveId(String name, String id) {
        int part = id.indexOf(PART);
        if (part > 0) {
            return liveId(name, id.substring(0, part)) + id.substring(part);
        }
        Integer number = recorded.numberOf(name, id);
        String mine = number == null ? null : live.idOf(name, number);
        return mine == null ? id : mine;
    }

    /** Waits until the agent has done all that the recorded one had done by then. */
    private @Nullable Divergence await(Steps before) throws InterruptedException {
        while (true) {
            Divergence divergence = divergence();
            if (divergence != null) {
                return whole(divergence);
            }
            Step missing = missing(before);
            if (missing == null) {
                return null;
            }
            byte[] frame = link.next(limit);
            if (frame == null) {
                String end = link.end();
                return new Divergence(
                        missing,
                        null,
                        end == null
                                ? "the agent did nothing for " + limit.toSeconds() + " s"
                                : "the agent has ended: " + end);
            }
            take(frame);
            JsonNode json = tree(frame);
            if (json.has("method") && json.has("id")) {
                liveRequests
                        .computeIfAbsent(json.path("method").asText(), unused -> new ArrayDeque<>())
                        .add(json.path("id"));
            }
        }
    }

    private void take(byte[] frame) {
        listener.received(frame);
        live.add(false, frame);
    }

    /** Waits for the rest of a text that differs from where it is by now. */
    private Divergence whole(Divergence divergence) throws InterruptedException {
        beforeDivergence = live.all().size();
        Step actual = divergence.actual();
        List<Step> line = actual == null ? List.of() : live.of(actual.stream(), false);
        int place = line.size() - 1;
        if (actual == null
                || !actual.label().endsWith("_chunk")
                || !line.get(place).equals(actual)) {
            return divergence;
        }
        long end = System.nanoTime() + Math.min(TEXT_LIMIT.toNanos(), limit.toNanos());
        for (int i = 0; i < MAX_TEXT_FRAMES && line.size() == place + 1; i++) {
            byte[] frame = link.next(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            if (frame == null) {
                break;
            }
            take(frame);
        }
        return new Divergence(divergence.expected(), line.get(place), divergence.reason());
    }

    /** The first step that is not what the recording has at its place. */
    private @Nullable Divergence divergence() {
        for (int stream : live.streams()) {
            List<Step> expected = recorded.of(stream, false);
            List<Step> actual = live.of(stream, false);
            for (int i = compared.getOrDefault(stream, 0); i < actual.size(); i++) {
                Step is = actual.get(i);
                if (i >= expected.size()) {
                    return new Divergence(null, is, "the recorded agent did no such thing");
                }
                boolean goesOn = i == actual.size() - 1 && isBeginning(is, expected.get(i));
                if (!goesOn && !is.key(structure).equals(expected.get(i).key(structure))) {
                    return new Divergence(expected.get(i), is, "the recorded agent did something else");
                }
            }
            compared.put(stream, Math.max(0, actual.size() - 1));
        }
        return null;
    }

    private @Nullable Step missing(Steps before) {
        for (int stream : before.streams()) {
            List<Step> expected = before.of(stream, false);
            List<Step> actual = live.of(stream, false);
            if (actual.size() < expected.size()) {
                return expected.get(actual.size());
            }
            int last = expected.size() - 1;
            if (last >= 0
                    && actual.size() == expected.size()
                    && !actual.get(last)
                            .key(structure)
                            .equals(expected.get(last).key(structure))) {
                return expected.get(last); // A text that has not come to its end.
            }
        }
        return null;
    }

    private static boolean isBeginning(Step is, Step whole) {
        String text = is.content().at("/update/content/text").asText();
        return is.label().equals(whole.label())
                && is.label().endsWith("_chunk")
                && is.content().at("/update/content/text").isTextual()
                && whole.content().at("/update/content/text").asText().startsWith(text);
    }
}
