package io.acp4j.cli.sample;

import java.util.List;
import java.util.Objects;

/** Plays the scenarios that end by themselves, one after the other. */
final class TourScenario implements Scenario {

    static final List<String> STOPS =
            List.of("think", "plan", "steps", "diff", "terminal", "permission", "form", "media");

    @Override
    public void play(ScenarioTurn turn, String argument) throws Exception {
        int number = 0;
        for (String stop : STOPS) {
            number++;
            ScenarioCatalog.Entry entry = Objects.requireNonNull(ScenarioCatalog.find(stop), stop);
            turn.sayMessage(
                    "**" + number + " of " + STOPS.size() + " · `/" + stop + "`** " + entry.description() + ".");
            entry.scenario().play(turn, "");
            turn.turn().endMessage();
        }
        turn.say("The tour has ended. Not shown: `/markdown`, `/tools`, `/flood`, `/error`, `/hang` and `/crash`.");
    }
}
