package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.tck.internal.catalogue.Pace;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Probe;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Gets to know a client: what it advertises, and whether it has a driver. */
public final class ClientDiscovery {

    private ClientDiscovery() {}

    /** Meets the client. */
    public static Profile explore(Probe probe) throws InterruptedException {
        Stage stage = Stage.meet(probe, Stage.responders(PlayedAgent.of(probe.dialect()), obj()));
        long asked = System.nanoTime();
        Driver.Told hello = stage.ask("hello");
        Pace pace = hello.came()
                ? Pace.UNKNOWN.withResponse(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - asked))
                : Pace.UNKNOWN;
        return new Profile(
                stage.initialize().at("/params"),
                MissingNode.getInstance(),
                commands(hello),
                false,
                stage.link().isStream(),
                false,
                null,
                null,
                null,
                pace,
                probe.dialect().version(),
                stage.link().isHttp(),
                false,
                false);
    }

    private static @Nullable Set<String> commands(Driver.Told hello) {
        if (!hello.at("/commands").isArray()) {
            return null;
        }
        Set<String> commands = new TreeSet<>();
        hello.at("/commands").forEach(command -> commands.add(command.asText()));
        return commands;
    }
}
