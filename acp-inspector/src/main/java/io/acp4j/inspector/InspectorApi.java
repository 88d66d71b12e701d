package io.acp4j.inspector;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.acp4j.inspector.matrix.MatrixRun;
import io.acp4j.inspector.page.PageApi;
import io.acp4j.inspector.replay.ReplayRun;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a page asks for: replays and the matrix of agents, and what somebody else does. */
final class InspectorApi implements PageApi {

    private final PageApi others;
    private final Sources sources;
    private final @Nullable ReplayRun replay;
    private final MatrixRun matrix;

    /** Creates it; without a replay where there is no agent. */
    InspectorApi(PageApi others, Sources sources, @Nullable ReplayRun replay, MatrixRun matrix) {
        this.others = others;
        this.sources = sources;
        this.replay = replay;
        this.matrix = matrix;
    }

    @Override
    public CompletionStage<? extends JsonNode> perform(String name, JsonNode arguments) {
        ReplayRun player = replay;
        if (player != null && name.equals("replay")) {
            String source = arguments.path("source").asText();
            player.start(
                    source,
                    Objects.requireNonNullElse(sources.name(source), source),
                    arguments.path("structure").asBoolean(),
                    arguments.path("seconds").asInt(ReplayRun.DEFAULT_SECONDS),
                    arguments.path("cwd").asText());
        } else if (player != null && name.equals("replay-stop")) {
            player.stop();
        } else if (name.equals("close-recording")) {
            sources.closeOpened(arguments.path("source").asText());
        } else if (name.equals("matrix-look")) {
            matrix.look();
        } else if (name.equals("matrix")) {
            matrix.start(arguments.path("protocol").asInt());
        } else {
            return others.perform(name, arguments);
        }
        return CompletableFuture.completedFuture(JsonNodeFactory.instance.objectNode());
    }
}
