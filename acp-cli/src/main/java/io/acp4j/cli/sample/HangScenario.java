package io.acp4j.cli.sample;

import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.tool.ToolKind;
import java.util.concurrent.CompletableFuture;

/** Waits until the turn is cancelled, or, in version 2 of the protocol, its tool call. */
final class HangScenario implements Scenario {

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        turn.sayMessage("I wait until you cancel.");
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        ToolCallHandle call = turn.turn()
                .toolCall("Wait for a cancellation", ToolKind.OTHER)
                .inProgress()
                .onCancel(() -> stopped.complete(null));
        CompletableFuture.anyOf(
                        stopped, turn.turn().cancellation().whenCancelled().toCompletableFuture())
                .join();
        call.cancelled("The wait was cancelled.");
        turn.turn().cancellation().throwIfCancelled();
        turn.say("You cancelled the tool call, so the turn continues and ends here.");
    }
}
