package io.acp4j.inspector.check;

import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.tck.conversation.BrokenRequirement;
import io.acp4j.tck.conversation.ConversationCheck;
import java.util.ArrayList;
import java.util.List;

/**
 * Findings about a recording.
 *
 * @param broken the requirements that the recording breaks, each once, and the values that lenient readers leave out
 * @param looked how many frames were looked at; fewer than there are when there are too many
 */
public record RecordingCheck(List<BrokenRequirement> broken, int looked) {

    /**
     * Judges a recording.
     *
     * @param recording the recording
     * @return the findings
     */
    public static RecordingCheck of(WireRecording recording) {
        ConversationCheck check = ConversationCheck.create();
        OmissionFinder omissions = new OmissionFinder();
        for (WireFrame frame : recording.frames()) {
            int number = check.size();
            if (!check.add(frame.fromClient(), frame.bytes())) {
                break;
            }
            omissions.add(frame.fromClient(), frame.bytes(), number);
        }
        List<BrokenRequirement> found = new ArrayList<>(check.broken());
        found.addAll(omissions.found());
        return new RecordingCheck(
                Redacted.without(found, index -> recording.frames().get(index).bytes()), check.size());
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
}
