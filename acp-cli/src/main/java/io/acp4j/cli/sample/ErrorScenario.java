package io.acp4j.cli.sample;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import java.util.Map;

/** Fails. */
final class ErrorScenario implements Scenario {

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        turn.sayMessage("This turn fails, as requested.");
        throw new AcpErrorException(
                ErrorCode.INTERNAL_ERROR,
                argument.isEmpty() ? "The sample agent failed on request" : argument,
                Map.of("reason", "requested", "command", "/error"));
    }
}
