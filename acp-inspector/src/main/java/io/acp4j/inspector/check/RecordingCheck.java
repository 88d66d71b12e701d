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

/**
 * The requirements that a recording breaks. Each connection is judged separately.
 *
 * @param broken the requirements, each once for a connection, with the index of the frame in the recording
 * @param looked the number of frames that were judged, which is limited for each connection
 */
public record RecordingCheck(List<BrokenRequirement> broken, int looked) {

    /** The check of one connection, and the indexes of its frames in the recording. */
    private record Connection(ConversationCheck check, List<Integer> frames) {

        Connection() {
            this(ConversationCheck.create(), new ArrayList<>());
        }
    }

    /**
     * Judges a recording.
     *
     * @param recording the recording
     * @return what it breaks
     */
    public static RecordingCheck of(WireRecording recording) {
        Map<Integer, Connection> connections = new TreeMap<>();
        int index = 0;
        for (WireFrame frame : recording.frames()) {
            Connection connection = connections.computeIfAbsent(frame.connection(), number -> new Connection());
            if (connection.check().add(frame.fromClient(), frame.bytes())) {
                connection.frames().add(index);
            }
            index++;
        }
        List<BrokenRequirement> broken = new ArrayList<>();
        int looked = 0;
        for (Connection connection : connections.values()) {
            connection
                    .check()
                    .broken()
                    .forEach(each -> broken.add(at(each, connection.frames().get(each.message()))));
            looked += connection.check().size();
        }
        broken.sort(Comparator.comparingInt(BrokenRequirement::message).thenComparing(BrokenRequirement::id));
        return new RecordingCheck(
                Redacted.without(broken, place -> recording.frames().get(place).bytes()), looked);
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
