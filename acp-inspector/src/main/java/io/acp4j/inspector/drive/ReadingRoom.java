package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.page.PageApi;
import io.acp4j.inspector.page.PageException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What a page can do with conversations of others: look at them. */
public final class ReadingRoom implements PageApi {

    private final Supplier<? extends Collection<WatchedWire>> wires;

    /**
     * Creates it.
     *
     * @param wires the conversations that there are now
     */
    public ReadingRoom(Supplier<? extends Collection<WatchedWire>> wires) {
        this.wires = wires;
    }

    @Override
    public CompletionStage<? extends JsonNode> perform(String name, JsonNode arguments) {
        WatchedWire wire = wire(arguments.path("session").asText());
        return switch (name) {
            case "compare" -> {
                String other = arguments.path("other").asText();
                if (!wire.has(other)) {
                    throw new PageException("choose two sessions of one recording");
                }
                yield CompletableFuture.completedFuture(
                        wire.compare(arguments.path("session").asText(), other));
            }
            case "menu" -> {
                ObjectNode menu = Shown.NODES.objectNode();
                menu.putArray("items");
                String text = wire.text(
                        arguments.path("session").asText(),
                        arguments.path("position").asInt(-1));
                menu.put("text", Shown.text(text == null ? "" : text));
                yield CompletableFuture.completedFuture(menu);
            }
            default -> throw new PageException("this conversation is over, or of others: it can only be looked at");
        };
    }

    private WatchedWire wire(String key) {
        return wires.get().stream()
                .filter(wire -> wire.has(key))
                .findFirst()
                .orElseThrow(
                        () -> new PageException("this conversation is over, or of others: it can only be looked at"));
    }
}
