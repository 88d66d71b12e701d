package io.acp4j.tck.conversation;

/**
 * A requirement that somebody did not fulfil in a conversation.
 *
 * @param side whose requirement it is
 * @param id its name in the kit, such as {@code UPD-022} or {@code CLI-INIT-003}
 * @param level how binding it is: {@code MUST}, {@code SHOULD}, {@code MAY} or {@code OBSERVED}
 * @param source who asks for it: {@code acp}, {@code rfd} or {@code acp4j}
 * @param text the requirement, as a sentence
 * @param citation where it is written, as page and section
 * @param link the address of that page
 * @param expected what should have been there
 * @param observed what was there; it may repeat up to 600 characters of a message
 * @param message the place of the first message by which it was broken, counted from 0
 * @since 0.1.0
 */
public record BrokenRequirement(
        Side side,
        String id,
        String level,
        String source,
        String text,
        String citation,
        String link,
        String expected,
        String observed,
        int message) {

    /** The sides of a conversation. */
    public enum Side {
        /** The agent. */
        AGENT,
        /** Its client. */
        CLIENT
    }

    /**
     * Returns whether the requirement is binding: a peer that breaks it does not speak the protocol.
     *
     * @return true for a MUST of any source
     */
    public boolean isBinding() {
        return level.equals("MUST");
    }
}
