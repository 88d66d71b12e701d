package io.acp4j.test.testing;

import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.store.SessionStore;
import java.nio.file.Path;

/** An adapter under test. */
public interface ModelAdapter {

    /**
     * Returns the adapter's handler with the system message {@code Be brief.} and four tools: {@code weather} with the argument {@code
     * city} returns {@code Sunny in} and the city; {@code broken} throws an exception with the message {@code no network}; {@code
     * erase}, of the kind {@code delete}, needs permission and returns {@code erased}; {@code where} adds the content {@code looking}
     * to its tool call and returns the working directory.
     *
     * <p>The model plays the script. It is sent each message as a line: {@code system: text}, {@code user: text} with one line
     * for each piece and then the media types of pictures in brackets, {@code model: text} with {@code [tool arguments]} for each call, and {@code tool: text} for each
     * result.
     */
    PromptHandler handler(ModelScript script, int maxRequests);

    /** Returns a handler without tools that has the model summarise a conversation that is longer than a number of characters. */
    PromptHandler compacting(ModelScript script, long characters);

    /** Opens a store of SQLite. */
    SessionStore sqlite(Path directory);
}
