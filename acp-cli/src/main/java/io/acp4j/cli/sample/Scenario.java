package io.acp4j.cli.sample;

/** The answer to one command. */
@FunctionalInterface
interface Scenario {

    /**
     * Answers a prompt.
     *
     * @param turn the turn of the prompt
     * @param argument the text after the name of the command; may be empty
     * @throws Exception if the turn fails or is cancelled
     */
    void play(ScenarioTurn turn, String argument) throws Exception;
}
