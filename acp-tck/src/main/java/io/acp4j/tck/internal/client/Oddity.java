package io.acp4j.tck.internal.client;

import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;

/** What an agent sends between two messages, which a client must show, whatever it makes of this. */
@FunctionalInterface
public interface Oddity {

    /** Sends it. */
    void in(Turn turn) throws InterruptedException;

    /** Defines a scenario in which it is sent. */
    static Scenario between(String name, String requirement, Oddity oddity) {
        return Stage.play(name, requirement, stage -> {
            Turn turn = stage.prompt(stage.session(), "surprise me").say("before-1", "before");
            oddity.in(turn);
            turn.say("after-1", "after");
            Driver.Told told = turn.end("end_turn");
            List<String> shown = told.isResult() ? stage.shown(turn.session()) : List.of(told.toString());
            stage.check(
                    requirement,
                    shown.contains("agent:before") && shown.contains("agent:after"),
                    "the messages before and after",
                    shown);
        });
    }
}
