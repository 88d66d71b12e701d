package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;

/** What a reference client of version 2 shows of a session: messages may also be told as a whole, and again. */
final class V2Conversation extends ClientConversation {

    V2Conversation(Faults faults) {
        super(faults);
    }

    /** Takes a message as a whole. */
    void whole(String role, String id, JsonNode content, boolean running) {
        other(role);
        Message message = find(role, id);
        if (message == null || (role.equals("user") && faults.has("shows-prompts-twice"))) {
            boolean unseen =
                    faults.has("needs-chunks-first") && messages().stream().anyMatch(each -> each.role.equals("agent"));
            if (unseen && role.equals("agent")) {
                return;
            }
            message = new Message(role, id);
            messages.add(message);
        } else if (isIgnored(role, content, running)) {
            return;
        }
        if (content.isMissingNode() && !faults.has("clears-without-content")) {
            return;
        }
        String before = message.text;
        StringBuilder text = new StringBuilder();
        for (JsonNode block : content) {
            if (block.path("type").asText().equals("text")
                    && !block.path("text").isTextual()) {
                if (faults.has("drops-partly-malformed")) {
                    messages.remove(message);
                    return;
                }
            } else {
                text.append(block.path("text").asText(""));
            }
        }
        message.text = faults.has("adds-wholes") && message.chunks > 1 ? before + text : text.toString();
        message.closed = faults.has("ends-whole-messages");
        if (faults.has("moves-replaced") && !before.isEmpty()) {
            messages.remove(message);
            messages.add(message);
        }
    }

    private boolean isIgnored(String role, JsonNode content, boolean running) {
        return content.isNull() && faults.has("ignores-null-content")
                || content.isArray() && content.isEmpty() && faults.has("ignores-empty-content")
                || role.equals("thought") && faults.has("ignores-whole-thoughts")
                || role.equals("agent") && !running && faults.has("ignores-late-wholes");
    }

    /** Shows what the user said before the agent sends it back. */
    void say(String id, String text) {
        if (find("user", id) == null) {
            repeat(id, text);
        }
    }

    /** Shows what the user said, whether it was shown or not. */
    void repeat(String id, String text) {
        Message message = new Message("user", id);
        message.text = text;
        messages.add(message);
    }
}
