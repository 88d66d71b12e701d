package io.acp4j.inspector.check;

import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.tck.conversation.BrokenRequirement;
import io.acp4j.tck.conversation.ConversationCheck;
import java.util.List;

/**
 * What a recording breaks.
 *
 * @param broken the requirements, each once
 * @param looked how many frames were looked at; fewer than there are when there are too many
 */
public record RecordingCheck(List<BrokenRequirement> broken, int looked) {

    /**
     * Judges a recording.
     *
     * @param recording the recording
     * @return what it breaks
     */
    public static RecordingCheck of(WireRecording recording) {
        ConversationCheck check = ConversationCheck.create();
        for (WireFrame frame : recording.frames()) {
            if (!check.add(frame.fromClient(), frame.bytes())) {
                break;
            }
        }
        return new RecordingCheck(
                Redacted.without(
                        check.broken(), index -> recording.frames().get(index).bytes()),
                check.size());
    }
}
