package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;

/** A sub-agent of the reference agent, which asks permission for what it does. */
final class ReferenceSubagent {

    private final ReferenceTurn turn;
    private final ReferenceAgent agent;

    ReferenceSubagent(ReferenceTurn turn) {
        this.turn = turn;
        this.agent = turn.agent;
    }

    void work() throws InterruptedException {
        if (!agent.capabilities.path("subagents").isObject()) {
            turn.say("The client knows no sub-agents");
            return;
        }
        String child = agent.store.newId("child-");
        String call = agent.store.newId("call-");
        report(child, "running");
        agent.update(
                child,
                obj(
                        "sessionUpdate",
                        "tool_call",
                        "toolCallId",
                        call,
                        "title",
                        "A tool",
                        "kind",
                        "execute",
                        "status",
                        "pending"));
        boolean allowed = agent.faults.has("sub-agents-do-as-they-like") || isAllowed(child, call);
        agent.update(
                child,
                obj(
                        "sessionUpdate",
                        "tool_call_update",
                        "toolCallId",
                        call,
                        "status",
                        allowed ? "completed" : "failed"));
        report(child, "idle");
        turn.say("the helper is done");
    }

    private void report(String child, String state) {
        turn.update(
                "sessionUpdate",
                "subagent_update",
                "sessionId",
                child,
                "title",
                "helper",
                "state",
                obj("state", state));
    }

    private boolean isAllowed(String child, String call) throws InterruptedException {
        JsonNode answer = turn.askFor(
                child,
                "session/request_permission",
                obj("toolCall", obj("toolCallId", call, "title", "A tool"), "options", ReferenceTurn.options()));
        return answer.at("/result/outcome/optionId").asText().equals("yes");
    }
}
