package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.wire.Entry;
import org.jspecify.annotations.Nullable;

/**
 * A turn that the client has begun.
 *
 * @param stage where
 * @param session the session's id
 * @param command what the driver was told
 * @param prompt the client's request
 */
record Turn(Stage stage, String session, Driver.Command command, Entry prompt) {

    /** Says a chunk of a message of the agent. */
    Turn say(@Nullable String id, String text) {
        return send(Stage.AGENT, id, text);
    }

    Turn think(@Nullable String id, String text) {
        return send(Stage.THOUGHT, id, text);
    }

    private Turn send(String kind, @Nullable String id, String text) {
        stage.send(Stage.chunk(session, kind, id, text));
        return this;
    }

    /** Sends an update of another kind. */
    Turn update(String kind, @Nullable Object... members) {
        stage.send(Stage.update(session, kind, members));
        return this;
    }

    /** Announces a tool call. */
    Turn tool(String id) {
        return update("tool_call", "toolCallId", id, "title", "Looking", "kind", "read", "status", "pending");
    }

    /** Ends the turn and waits for what the driver says of it. */
    Driver.Told end(String stopReason) throws InterruptedException {
        stage.link().respond(prompt, obj("result", obj("stopReason", stopReason)));
        return command.await();
    }

    /** Ends the turn and gives what the client shows of the session. */
    java.util.List<String> endAndShow() throws InterruptedException {
        end("end_turn").need("prompt");
        return stage.shown(session);
    }
}
