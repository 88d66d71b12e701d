package io.acp4j.inspector.recording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.recording.JsonExtent.State;
import io.acp4j.inspector.recording.RecordedLine.Sender;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a text file. A line may have text before its message, and a message may take several lines. Lines without a
 * message are collected with the reason, and do not end the file. Used once, by one thread.
 */
final class TextRecordingReader {

    /** Maximum number of characters that are read again, after JSON of several lines turned out to be damaged. */
    private static final long MAX_READ_AGAIN = RecordingFiles.MAX_BYTES;

    private static final Pattern CONTROL =
            Pattern.compile("\\u001B(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007\\u001B]*(?:\\u0007|\\u001B\\\\)|[@-Z\\\\-_])");

    /** Some tools write the parts of a message in a line, such as {@code session/new (id=1) params={…}}. */
    private static final Pattern PART = Pattern.compile(
            "([A-Za-z_$][\\w/$.-]{0,100})(?:\\s+\\(?id\\s?[=:]\\s?(\"?)([^)\\s\"]{1,100})\\2\\)?)?\\s+(params|result|error)\\s?[=:]\\s*$");

    private record Line(int number, String text) {}

    private final BufferedReader in;
    private final EnvelopeReader envelopes = new EnvelopeReader();
    private final Deque<Line> again = new ArrayDeque<>();
    private final UnreadableLineList unreadable = new UnreadableLineList();
    private final List<RecordedLine> found = new ArrayList<>();
    private LineContext header = LineContext.NONE;
    private @Nullable Line headerLine;
    private boolean isTruncated;
    private long readAgain;
    private int read;

    TextRecordingReader(BufferedReader in) {
        this.in = in;
    }

    /** Reads all lines. {@code endsWithLine} is false if the last line has no end, so that its writer may have been interrupted. */
    void readAll(boolean endsWithLine) throws IOException {
        for (Line line = next(); line != null; line = next()) {
            if (!line.text().isBlank()) {
                read(line, endsWithLine);
            }
        }
        dropHeader();
    }

    List<RecordedLine> found() {
        return found;
    }

    UnreadableLines unreadable() {
        return unreadable.lines();
    }

    boolean isTruncated() {
        return isTruncated;
    }

    private @Nullable Line next() throws IOException {
        Line known = again.poll();
        if (known != null) {
            return known;
        }
        String text = in.readLine();
        if (text == null) {
            return null;
        }
        String visible =
                text.indexOf('\u001B') < 0 ? text : CONTROL.matcher(text).replaceAll("");
        return new Line(++read, visible.startsWith("\uFEFF") ? visible.substring(1) : visible);
    }

    private void read(Line line, boolean endsWithLine) throws IOException {
        JsonNode whole = parse(line.text());
        if (whole != null && whole.isContainerNode()) {
            value(line, whole, "");
            return;
        }
        JsonInText json = new JsonInText(line.text());
        State state = json.next();
        boolean hasJson = state == State.COMPLETE;
        while (state == State.COMPLETE) {
            value(line, json.value(), json.before());
            state = json.next();
        }
        if (state == State.INCOMPLETE) {
            lines(line, json, endsWithLine);
        } else if (!hasJson) {
            header(line, endsWithLine);
        }
    }

    private static @Nullable JsonNode parse(String text) {
        try {
            return FrameJson.read(text);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /**
     * Reads a value that continues on the next lines. If it is damaged, the lines after the first are read again. The elements of a
     * damaged array are read one by one.
     */
    private void lines(Line first, JsonInText start, boolean endsWithLine) throws IOException {
        StringBuilder text = new StringBuilder(start.incomplete());
        List<Line> more = new ArrayList<>();
        try (JsonExtent extent = new JsonExtent()) {
            State state = extent.add(start.incomplete() + "\n");
            long limit = MAX_READ_AGAIN - readAgain;
            while (state == State.INCOMPLETE && text.length() <= limit) {
                Line line = next();
                if (line == null) {
                    break;
                }
                more.add(line);
                state = extent.add(line.text() + "\n");
                int length = state == State.COMPLETE
                        ? Math.min(extent.end(), line.text().length())
                        : line.text().length();
                text.append('\n').append(line.text(), 0, length);
                if (state == State.COMPLETE) {
                    JsonNode value = parse(text.toString());
                    if (value == null) {
                        break;
                    }
                    value(first, value, start.before());
                    if (!line.text().substring(length).isBlank()) {
                        again.addFirst(new Line(line.number(), line.text().substring(length)));
                    }
                    return;
                }
            }
            for (int i = more.size() - 1; i >= 0; i--) {
                again.addFirst(more.get(i));
                readAgain += more.get(i).text().length();
            }
            String elements = start.incomplete().substring(1);
            if (start.incomplete().startsWith("[") && !elements.isBlank() && readAgain < MAX_READ_AGAIN) {
                again.addFirst(new Line(first.number(), start.before() + elements));
                readAgain += elements.length();
            } else {
                damaged(first, endsWithLine, "its JSON is incomplete");
            }
        }
    }

    /** A last line without an end was cut, as its writer was ended. */
    private void damaged(Line line, boolean endsWithLine, String reason) throws IOException {
        if (!endsWithLine && !found.isEmpty() && isLast()) {
            isTruncated = true;
        } else {
            unreadable.add(line.number(), reason);
        }
    }

    private boolean isLast() throws IOException {
        if (!again.isEmpty()) {
            return false;
        }
        in.mark(1);
        int next = in.read();
        in.reset();
        return next < 0;
    }

    /** Keeps the direction and the time of a line for the message on the next one. */
    private void header(Line line, boolean endsWithLine) throws IOException {
        String text = line.text().strip();
        if (text.matches("[\\[\\](){},;]*")) {
            return; // The rest of an array whose elements are read one by one.
        }
        LineContext context = context(text);
        dropHeader();
        if (text.indexOf('{') >= 0) {
            damaged(line, endsWithLine, "its JSON is damaged");
        } else if (context.isEmpty()) {
            unreadable.add(line.number(), "no JSON");
        } else {
            header = context;
            headerLine = line;
        }
    }

    private LineContext context(String text) {
        Sender sender = DirectionWords.ofText(RecordedTimes.removed(text));
        return new LineContext(sender, envelopes.times().of(text), null);
    }

    private void dropHeader() {
        if (headerLine != null) {
            unreadable.add(headerLine.number(), "no JSON");
        }
        header = LineContext.NONE;
        headerLine = null;
    }

    private void value(Line line, JsonNode value, String before) {
        LineContext context = before.isBlank() ? header : context(before);
        if (before.isBlank()) {
            headerLine = null;
        }
        dropHeader();
        boolean isMark = value.size() == 1 && value.path("truncated").equals(BooleanNode.TRUE);
        if (isMark && before.isBlank()) {
            isTruncated = true;
            return;
        }
        Matcher part = PART.matcher(before);
        boolean isPart = part.find();
        if (!(isPart && part(part, value, context)) && !envelopes.read(value, context, found)) {
            unreadable.add(line.number(), "no message");
        }
    }

    private boolean part(Matcher part, JsonNode value, LineContext context) {
        ObjectNode object = FrameJson.MAPPER.createObjectNode().put("method", part.group(1));
        if (part.group(3) != null) {
            JsonNode id = part.group(2).isEmpty() ? parse(part.group(3)) : null;
            object.set("id", id == null ? object.textNode(part.group(3)) : id);
        }
        object.set(part.group(4), value);
        return !MessageShape.isBare(value) && envelopes.read(object.put("level", ""), context, found);
    }
}
