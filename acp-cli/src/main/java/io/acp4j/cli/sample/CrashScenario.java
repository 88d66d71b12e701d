package io.acp4j.cli.sample;

/** Ends the agent during the turn. */
final class CrashScenario implements Scenario {

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        turn.sayMessage("My process ends now, as requested.");
        turn.crash();
    }
}
