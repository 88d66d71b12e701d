package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a reference client shows of a session. */
class ClientConversation {

    /** One message. */
    static final class Message {

        final String role;
        private final @Nullable String id;
        String text = "";
        boolean closed;
        int chunks;

        Message(String role, @Nullable String id) {
            this.role = role;
            this.id = id;
        }

        @Nullable
        String id() {
            return id;
        }
    }

    final Faults faults;
    final List<Message> messages = new ArrayList<>();
    private @Nullable Message open;
    private @Nullable String previous;

    ClientConversation(Faults faults) {
        this.faults = faults;
    }

    /** Takes in a chunk. */
    void chunk(String role, JsonNode messageId, JsonNode content) {
        String text = content.path("text").asText("");
        if (messageId.isTextual()) {
            withId(role, messageId.asText(), content, text);
        } else if (messageId.isNull() && faults.has("null-is-an-id")) {
            withId(role, "null", content, text);
        } else {
            withoutId(role, text, messageId.isMissingNode());
        }
    }

    private void withId(String role, String id, JsonNode content, String text) {
        open = null;
        Message message = find(role, id);
        if (message != null && isSplit(message, id, text)) {
            message = null;
        }
        if (message == null && faults.has("joins-next-id") && id.equals("m2") && text.equals("b")) {
            Message last = last();
            message = last != null && "m1".equals(last.id) ? last : null;
        }
        if (message == null) {
            message = new Message(role, id);
            boolean first = faults.has("disorders") && id.equals("x") && find(role, "z") != null;
            messages.add(first ? 0 : messages.size(), message);
        }
        message.text += text;
        message.chunks++;
        previous = text;
        if (faults.has("splits-at-images") && content.path("type").asText().equals("image")) {
            message.closed = true;
        }
    }

    private boolean isSplit(Message message, String id, String text) {
        Message last = last();
        boolean again = faults.has("splits-same-id")
                && id.equals("m1")
                && message.text.equals("a")
                && text.equals("b")
                && "a".equals(previous);
        boolean interleaved = faults.has("splits-interleaved")
                && id.equals("m1")
                && last != null
                && "m2".equals(last.id)
                && message != last;
        return message.closed || again || interleaved;
    }

    private void withoutId(String role, String text, boolean missing) {
        Message last = last();
        Message target = open;
        if (target != null && !target.role.equals(role) && !faults.has("joins-thoughts")) {
            target = null;
        }
        if (faults.has("splits-no-ids") && missing && target != null && target.text.equals("a") && text.equals("b")) {
            target = null;
        }
        if (faults.has("adopts-id-less") && last != null && last.id != null && last.role.equals(role)) {
            target = last;
        }
        if (target == null) {
            target = new Message(role, null);
            messages.add(target);
        }
        target.text += text;
        previous = null;
        open = target;
    }

    @Nullable
    Message find(String role, String id) {
        Message found = null;
        for (Message message : messages) {
            if (message.id != null
                    && (message.role.equals(role) || faults.has("ignores-roles"))
                    && (message.id.equals(id) || (faults.has("ignores-case") && message.id.equalsIgnoreCase(id)))) {
                found = message;
            }
        }
        return found;
    }

    private @Nullable Message last() {
        return messages.isEmpty() ? null : messages.get(messages.size() - 1);
    }

    /** Takes note of an update that is no chunk. */
    void other(String kind) {
        previous = null;
        if (!faults.has("joins-around-tools")) {
            open = null;
        }
        if (faults.has("splits-around-tools") && kind.equals("tool_call")) {
            messages.forEach(message -> message.closed = true);
        }
    }

    List<Message> messages() {
        return messages;
    }

    ArrayNode shown() {
        ArrayNode shown = arr();
        for (Message message : messages) {
            String id = faults.has("reports-ids-badly") && message.id != null && !message.role.equals("user")
                    ? message.id.toUpperCase(Locale.ROOT)
                    : message.id;
            if (faults.has("makes-up-user-ids") && message.role.equals("user")) {
                id = "local-1";
            }
            shown.add(obj("role", message.role, "id", id, "text", message.text));
        }
        return shown;
    }
}
