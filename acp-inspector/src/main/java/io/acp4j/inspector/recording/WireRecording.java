package io.acp4j.inspector.recording;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A recorded conversation, of one connection or of several.
 *
 * @param frames the frames of all connections, in their order
 * @param events what has happened beside them, in its order
 * @param connections the connections whose start is recorded, in their order
 * @param unreadable what could not be read
 * @param isTruncated whether there was more than what was recorded
 */
public record WireRecording(
        List<WireFrame> frames,
        List<Event> events,
        List<Connection> connections,
        UnreadableLines unreadable,
        boolean isTruncated) {

    /**
     * What a tap has noted: that the agent has ended, or that something is missing.
     *
     * @param place how many frames came before it
     * @param time when
     * @param what for people
     */
    public record Event(int place, Instant time, String what) {}

    /**
     * The start of a connection.
     *
     * @param number the number of the connection, starting at 1
     * @param time the time of the start
     * @param reason the reason why it was opened; empty if it is unknown
     */
    public record Connection(int number, Instant time, String reason) {}

    /** Copies the lists. */
    public WireRecording {
        frames = List.copyOf(frames);
        events = List.copyOf(events);
        connections = List.copyOf(connections);
    }

    /**
     * Creates a recording of frames alone.
     *
     * @param frames the frames, in their order
     * @param isTruncated whether there was more than what was recorded
     */
    public WireRecording(List<WireFrame> frames, boolean isTruncated) {
        this(frames, List.of(), List.of(), UnreadableLines.NONE, isTruncated);
    }

    /**
     * Returns the numbers of the connections that have frames.
     *
     * @return the numbers, in ascending order
     */
    public Set<Integer> connectionNumbers() {
        Set<Integer> numbers = new TreeSet<>();
        frames.forEach(frame -> numbers.add(frame.connection()));
        return numbers;
    }

    /**
     * Returns the frames of one connection.
     *
     * @param number the number of the connection
     * @return its frames, in their order
     */
    public List<WireFrame> framesOf(int number) {
        List<WireFrame> of = new ArrayList<>(frames);
        of.removeIf(frame -> frame.connection() != number);
        return of;
    }
}
