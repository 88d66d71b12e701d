package io.acp4j.examples.tutorial.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.CancellationToken;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the agent thinks with. */
// snippet:model
public interface Model {

    /** Returns what the model says next; text is passed on as it comes. */
    Reply next(Prompt prompt, Consumer<String> onText, CancellationToken cancellation)
            throws IOException, InterruptedException;

    /** What the model gets: the name of the model, or null for the default; the conversation; the tools. */
    record Prompt(@Nullable String name, String instructions, List<Message> conversation, List<Tool> tools) {}

    /** One message: of the user, of the model, or the result of a call. */
    record Message(Role role, String text, @Nullable Call call) {}

    /** A tool that the model wants called, with its arguments. */
    record Call(String id, String tool, JsonNode arguments) {}

    /** All that the model said this time. */
    record Reply(String text, List<Call> calls) {}

    /** Whose message it is. */
    enum Role {
        USER,
        MODEL,
        RESULT
    }
}
// end
