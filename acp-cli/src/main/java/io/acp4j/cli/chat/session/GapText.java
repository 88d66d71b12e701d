package io.acp4j.cli.chat.session;

import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.rpc.VisibleText;

/** Text of a gap in the conversation. */
final class GapText {

    private GapText() {}

    /** Returns the gap as one line. */
    static String line(TranscriptEntry.Gap gap) {
        String lost = gap.unstoredText();
        return "(" + gap.description() + (lost.isEmpty() ? "" : " Not stored by the agent: " + VisibleText.line(lost))
                + ")";
    }
}
