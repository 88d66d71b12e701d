package io.acp4j.inspector.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.CompletionStage;

/** Does what a page asks for. */
@FunctionalInterface
public interface PageApi {

    /**
     * Carries out a command; called on a thread that may wait.
     *
     * @param name the command
     * @param arguments its arguments, as the page has sent them
     * @return completes with the reply, or with a {@link PageException} for the page's user
     */
    CompletionStage<? extends JsonNode> perform(String name, JsonNode arguments);
}
