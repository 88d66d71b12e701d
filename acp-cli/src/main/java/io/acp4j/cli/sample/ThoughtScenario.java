package io.acp4j.cli.sample;

/** Shows two thoughts and an answer. */
final class ThoughtScenario implements Scenario {

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        turn.think("The request is about thoughts: text that the agent does not address to the user.\n\n");
        turn.think("A client may fold it, show it in a lighter colour, or leave it out.");
        turn.turn().endMessage();
        turn.pauseStep();
        turn.think("A second thought is a separate message. Its ID lets the client distinguish the two.");
        turn.turn().endMessage();
        turn.say("Thoughts are separate messages. The two above preceded this answer.");
    }
}
