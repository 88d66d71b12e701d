package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A turn that the client has begun.
 *
 * @param stage where
 * @param session the session's id
 * @param command what the driver was told
 * @param prompt the client's request
 */
public record Turn(Stage stage, String session, Driver.Command command, Entry prompt) {

    /** Sends a chunk of a message of the agent. */
    public Turn say(@Nullable String id, String text) {
        return send(Stage.AGENT, id, text);
    }

    public Turn think(@Nullable String id, String text) {
        return send(Stage.THOUGHT, id, text);
    }

    private Turn send(String kind, @Nullable String id, String text) {
        stage.send(Stage.chunk(session, kind, id, text));
        return this;
    }

    /** Sends an update of another kind. */
    public Turn update(String kind, @Nullable Object... members) {
        stage.send(Stage.update(session, kind, members));
        return this;
    }

    /** Announces a tool call. */
    public Turn tool(String id) {
        return tool(id, "title", "Looking", "kind", "read", "status", "pending");
    }

    /** Announces a tool call with members of one's own. */
    public Turn tool(String id, @Nullable Object... members) {
        ObjectNode update = Stage.update(session, stage.agent().announcement(), "toolCallId", id);
        update.withObject("/update").setAll(obj(members));
        stage.send(update);
        return this;
    }

    /** Sends a plan of one entry, in its present status. */
    public Turn plan(String priority, String status) {
        stage.send(stage.agent().plan(session, arr(obj("content", "x", "priority", priority, "status", status))));
        return this;
    }

    /** Refuses the prompt. */
    public Driver.Told refuse(int code) throws InterruptedException {
        stage.link().respond(prompt, obj("error", obj("code", code, "message", "no luck")));
        return command.await();
    }

    /** Ends the turn and waits for what the driver says of it. */
    public Driver.Told end(String stopReason) throws InterruptedException {
        stage.agent().end(stage.link(), session, prompt, stopReason);
        return command.await();
    }

    /** Ends the turn and gives what the client shows of the session. */
    public List<String> endAndShow() throws InterruptedException {
        end("end_turn").need("prompt");
        return stage.shown(session);
    }
}
