package io.acp4j.cli.sample;

/** Sends many updates without a pause. */
final class FloodScenario implements Scenario {

    private static final int DEFAULT_UPDATES = 2_000;
    private static final int MAX_UPDATES = 200_000;

    @Override
    public void play(ScenarioTurn turn, String argument) {
        int updates = ScenarioCatalog.number(argument, DEFAULT_UPDATES, MAX_UPDATES);
        for (int i = 1; i <= updates; i++) {
            turn.turn().cancellation().throwIfCancelled();
            turn.turn().say("Update " + i + " of " + updates + ".\n");
        }
    }
}
