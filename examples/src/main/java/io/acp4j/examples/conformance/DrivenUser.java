package io.acp4j.examples.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import java.util.concurrent.CountDownLatch;

/** The user of a client under test: answers as it was told. */
final class DrivenUser {

    private volatile String choice = "allow_once";
    private volatile JsonNode elicitation = MissingNode.getInstance();

    void permit(String kind) {
        choice = kind;
    }

    void elicit(JsonNode command) {
        elicitation = command;
    }

    RequestPermissionResponse permission(RequestPermissionRequest request) throws InterruptedException {
        if (choice.equals("wait")) {
            // Nobody answers: the library ends the wait when the turn or the request is cancelled.
            new CountDownLatch(1).await();
        }
        return request.options().stream()
                .filter(option -> option.kind().value().equals(choice))
                .findFirst()
                .map(option -> RequestPermissionResponse.selected(option.optionId()))
                .orElseGet(RequestPermissionResponse::cancelled);
    }

    CreateElicitationResponse form(FormElicitationRequest request) throws Exception {
        if (!elicitation.path("action").asText().equals("accept")) {
            return refused();
        }
        return ElicitationAccepted.CODEC.decode(RawJson.parse("{\"content\":" + elicitation.path("content") + "}"));
    }

    CreateElicitationResponse address(UrlElicitationRequest request) {
        return elicitation.path("action").asText().equals("accept") ? CreateElicitationResponse.accepted() : refused();
    }

    private CreateElicitationResponse refused() {
        return elicitation.path("action").asText().equals("decline")
                ? CreateElicitationResponse.declined()
                : CreateElicitationResponse.cancelled();
    }
}
