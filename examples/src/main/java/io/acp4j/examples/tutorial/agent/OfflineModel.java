package io.acp4j.examples.tutorial.agent;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.CancellationToken;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands for a model where there is none: it knows two tools, and repeats everything else. */
// snippet:offline
final class OfflineModel implements Model {

    private static final Pattern EDIT = Pattern.compile("replace (\\S+) with (\\S+) in (\\S+)");
    private static final Pattern READ = Pattern.compile("read (\\S+)");

    @Override
    public Reply next(Prompt prompt, Consumer<String> onText, CancellationToken cancellation) {
        List<Message> conversation = prompt.conversation();
        Message last = conversation.get(conversation.size() - 1);
        Matcher edit = EDIT.matcher(last.text());
        Matcher read = READ.matcher(last.text());
        if (last.role() == Role.RESULT) {
            return says("The tool says: " + last.text(), onText);
        } else if (edit.find()) {
            return calls(
                    "edit_file",
                    arguments("path", edit.group(3)).put("old", edit.group(1)).put("new", edit.group(2)));
        } else if (read.find()) {
            return calls("read_file", arguments("path", read.group(1)));
        }
        return says("You said: " + last.text(), onText);
    }

    private static Reply says(String text, Consumer<String> onText) {
        onText.accept(text);
        return new Reply(text, List.of());
    }

    private static Reply calls(String tool, ObjectNode arguments) {
        return new Reply("", List.of(new Call(UUID.randomUUID().toString(), tool, arguments)));
    }

    private static ObjectNode arguments(String name, String value) {
        return new ObjectMapper().createObjectNode().put(name, value);
    }
}
// end
