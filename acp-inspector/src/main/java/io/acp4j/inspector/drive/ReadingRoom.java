package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.transcript.Conversation;
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
        String key = arguments.path("session").asText();
        WatchedWire wire = wire(key);
        return switch (name) {
            case "compare" -> {
                String other = arguments.path("other").asText();
                yield CompletableFuture.completedFuture(
                        Comparison.of(wire.conversation(key), wire(other).conversation(other)));
            }
            case "menu" -> {
                ObjectNode menu = Shown.NODES.objectNode();
                menu.putArray("items");
                String text = wire.text(key, arguments.path("position").asInt(-1));
                menu.put("text", Shown.text(text == null ? "" : text));
                yield CompletableFuture.completedFuture(menu);
            }
            default ->
                throw new PageException("this conversation has ended or belongs to another client: it is read-only");
        };
    }

    /**
     * Returns whether a session is one of a conversation of others.
     *
     * @param key the key of the session
     * @return whether it can be looked at here
     */
    public boolean has(String key) {
        return wires.get().stream().anyMatch(wire -> wire.has(key));
    }

    /** The conversation of a session. */
    Conversation conversation(String key) {
        return wire(key).conversation(key);
    }

    private WatchedWire wire(String key) {
        return wires.get().stream()
                .filter(wire -> wire.has(key))
                .findFirst()
                .orElseThrow(() ->
                        new PageException("this conversation has ended or belongs to another client: it is read-only"));
    }
}
