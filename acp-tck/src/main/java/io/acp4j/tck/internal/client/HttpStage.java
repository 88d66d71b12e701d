package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.function.Consumer;

/** Defines scenarios of clients that speak HTTP. */
final class HttpStage {

    private HttpStage() {}

    /** What a scenario does with a client. */
    @FunctionalInterface
    interface Play {

        /** Does it. */
        void run(Stage stage, ClientTraffic traffic) throws InterruptedException;
    }

    /**
     * Defines a scenario.
     *
     * @param rules says what is done with the client's requests, before it is started
     */
    static Scenario play(String name, String proves, Consumer<ClientTraffic> rules, Play play) {
        return Scenario.scenario("client/" + name, proves, probe -> {
            ClientTraffic traffic = new ClientTraffic();
            rules.accept(traffic);
            PlayedAgent agent = PlayedAgent.of(probe.dialect());
            var answers = Stage.responders(agent, obj("load", obj()));
            play.run(Stage.meet(probe, probe.connect(answers, traffic)), traffic);
        });
    }
}
