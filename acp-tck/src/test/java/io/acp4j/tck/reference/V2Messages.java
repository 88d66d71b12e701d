package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What the reference agent of version 2 says in a session: messages, thoughts, plans and summaries. */
final class V2Messages {

    private final V2Session session;

    V2Messages(V2Session session) {
        this.session = session;
    }

    static ObjectNode text(String text) {
        return obj("type", "text", "text", text);
    }

    static ObjectNode chunk(String kind, String id, String text) {
        return obj("sessionUpdate", kind + "_chunk", "messageId", id, "content", text(text));
    }

    void say(String text) {
        String id = session.newId("m");
        session.update(
                session.has("unusual:says-whole-messages")
                        ? obj("sessionUpdate", "agent_message", "messageId", id, "content", arr(text(text)))
                        : chunk("agent_message", id, text));
    }

    void chunks(int count) {
        String id = session.newId("m");
        for (int i = 1; i <= count; i++) {
            session.update(chunk("agent_message", id, i + " "));
        }
    }

    void messages(int count) {
        String shared = session.newId("m");
        for (int i = 1; i <= count; i++) {
            String id = session.has("messages-share-ids") ? shared : session.newId("m");
            session.update(chunk("agent_message", id, "message "));
            session.update(chunk(
                    "agent_message", session.has("chunks-have-ids") ? session.newId("m") : id, String.valueOf(i)));
        }
    }

    void thought() {
        if (session.has("thinks-too-late")) {
            say("I have thought");
        }
        session.update(chunk("agent_thought", session.newId("th"), "Let me think"));
        if (!session.has("thinks-too-late")) {
            say("I have thought");
        }
    }

    void replace() {
        String id = session.newId("m");
        session.update(chunk("agent_message", id, "a first "));
        session.update(chunk("agent_message", id, "draft"));
        String last = session.has("replaces-by-another") ? session.newId("m") : id;
        session.update(obj("sessionUpdate", "agent_message", "messageId", last, "content", arr(text("the last word"))));
        session.update(chunk("agent_message", last, ", and more"));
    }

    void clear() {
        String id = session.newId("m");
        session.update(chunk("agent_message", id, "never said"));
        if (!session.has("never-clears")) {
            ObjectNode update = obj("sessionUpdate", "agent_message", "messageId", id, "content", null);
            session.update(update);
        }
    }

    void content() {
        String id = session.newId("m");
        for (ObjectNode block : new ObjectNode[] {
            text("text"),
            obj("type", "image", "data", "aGk=", "mimeType", "image/png"),
            obj("type", "audio", "data", "aGk=", "mimeType", "audio/wav"),
            obj("type", "resource_link", "name", "a", "uri", "file:///a"),
            obj("type", "resource", "resource", obj("uri", "file:///a", "text", "a"))
        }) {
            session.update(obj("sessionUpdate", "agent_message_chunk", "messageId", id, "content", block));
        }
    }

    void plan() {
        ObjectNode first = obj("content", "one", "priority", "high", "status", "in_progress");
        ObjectNode second = obj("content", "two", "priority", "low", "status", "pending");
        String id = session.newId("plan");
        sendPlan(id, first, second);
        first.put("status", "completed");
        if (session.has("plans-shrink")) {
            sendPlan(id, first);
        } else {
            sendPlan(session.has("plans-change-ids") ? session.newId("plan") : id, first, second);
        }
    }

    private void sendPlan(String id, ObjectNode... entries) {
        session.update(obj(
                "sessionUpdate",
                "plan_update",
                "plan",
                obj(
                        "type",
                        "items",
                        "planId",
                        id,
                        "entries",
                        arr((Object[]) entries).deepCopy())));
    }

    void compact() {
        String id = session.newId("c");
        session.update(obj("sessionUpdate", "compaction_update", "compactionId", id, "status", "in_progress"));
        session.update(obj(
                "sessionUpdate",
                "compaction_update",
                "compactionId",
                id,
                "status",
                session.has("compacts-for-ever") ? "in_progress" : "completed",
                "summary",
                arr(text("a summary"))));
    }
}
