package io.acp4j.cli.sample;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Streams a long text with tables, lists and code. */
final class MarkdownScenario implements Scenario {

    private static final String FILE = "markdown.md";

    @Override
    public void play(ScenarioTurn turn, String argument) throws IOException, InterruptedException {
        try (InputStream text =
                Objects.requireNonNull(MarkdownScenario.class.getResourceAsStream(FILE), "the resource " + FILE)) {
            turn.say(new String(text.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
