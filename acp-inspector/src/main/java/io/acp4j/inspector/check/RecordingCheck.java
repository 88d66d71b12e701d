package io.acp4j.inspector.check;

import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.tck.conversation.BrokenRequirement;
import io.acp4j.tck.conversation.ConversationCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Findings about a recording. Each connection is judged separately.
 *
 * @param broken the requirements that the recording breaks, each once for a connection, and the values that lenient readers leave out, with
 *     the index of the frame in the recording
 * @param looked the number of frames that were judged, which is limited for each connection
 */
public record RecordingCheck(List<BrokenRequirement> broken, int looked) {

    /** The checks of one connection, and the indexes of its frames in the recording. */
    private record Connection(ConversationCheck check, OmissionFinder omissions, List<Integer> frames) {

        Connection() {
            this(ConversationCheck.create(), new OmissionFinder(), new ArrayList<>());
        }

        void add(WireFrame frame, int index) {
            int number = check.size();
            if (check.add(frame.fromClient(), frame.bytes())) {
                omissions.add(frame.fromClient(), frame.bytes(), number);
                frames.add(index);
            }
        }

        List<BrokenRequirement> found() {
            return Stream.concat(check.broken().stream(), omissions.found().stream())
                    .map(each -> at(each, frames.get(each.message())))
                    .toList();
        }
    }

    /**
     * Judges a recording.
     *
     * @param recording the recording
     * @return the findings
     */
    public static RecordingCheck of(WireRecording recording) {
        Map<Integer, Connection> connections = new TreeMap<>();
        int index = 0;
        for (WireFrame frame : recording.frames()) {
            connections
                    .computeIfAbsent(frame.connection(), number -> new Connection())
                    .add(frame, index++);
        }
        List<BrokenRequirement> broken = new ArrayList<>();
        int looked = 0;
        for (Connection connection : connections.values()) {
            broken.addAll(connection.found());
            looked += connection.check().size();
        }
        broken.sort(Comparator.comparingInt(BrokenRequirement::message).thenComparing(BrokenRequirement::id));
        return new RecordingCheck(
                Redacted.without(broken, place -> recording.frames().get(place).bytes()), looked);
    }

    /**
     * Returns the number of values that lenient readers leave out. Such a value does not break a requirement.
     *
     * @return the number of findings
     */
    public int omissions() {
        return (int) broken.stream()
                .filter(each -> each.id().equals(OmissionFinder.ID))
                .count();
    }

    private static BrokenRequirement at(BrokenRequirement broken, int frame) {
        return new BrokenRequirement(
                broken.side(),
                broken.id(),
                broken.level(),
                broken.source(),
                broken.text(),
                broken.citation(),
                broken.link(),
                broken.expected(),
                broken.observed(),
                frame);
    }
}
