package io.acp4j.agent.internal.model;

import java.util.List;

/** A message of a conversation with a model. */
public sealed interface ModelMessage {

    /**
     * What the user said.
     *
     * @param parts pieces of text, and media; at least one
     */
    record User(List<ModelPart> parts) implements ModelMessage {
        /** Copies the list. */
        public User {
            parts = List.copyOf(parts);
        }
    }

    /**
     * What the model said and wanted called.
     *
     * @param text empty when it only wanted tools called
     * @param calls each of them has its result in the {@link Results} that follow
     */
    record Model(String text, List<ModelCall> calls) implements ModelMessage {
        /** Copies the list. */
        public Model {
            calls = List.copyOf(calls);
        }
    }

    /**
     * What has come of the calls of the message before.
     *
     * @param results one for each call, in the same order
     */
    record Results(List<ModelResult> results) implements ModelMessage {
        /** Copies the list. */
        public Results {
            results = List.copyOf(results);
        }
    }
}
