package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.wire.Entry;
import org.jspecify.annotations.Nullable;

/** The test driver of a client: takes commands as JSON lines over the side channel and responds to each. */
public final class Driver {

    private final Link link;
    private int next = 1;

    Driver(Link link) {
        this.link = link;
    }

    /** A command on its way. */
    public final class Command {

        private final int id;

        Command(int id) {
            this.id = id;
        }

        public int id() {
            return id;
        }

        /** Waits for what the driver says. */
        public Told await() throws InterruptedException {
            Entry line = link.awaitRemark(
                    entry -> answers(entry) || entry.at("/gone").isTextual());
            if (line == null) {
                return new Told(null, "the driver did not respond in time");
            }
            return answers(line)
                    ? new Told(line.json(), "")
                    : new Told(null, "the driver is gone: " + line.at("/gone").asText());
        }

        /** Returns what the driver has said by now. */
        public Told toldSoFar() {
            return link.entries().stream()
                    .filter(entry -> entry.kind() == Entry.Kind.NOTE && !entry.sent() && answers(entry))
                    .findFirst()
                    .map(line -> new Told(line.json(), ""))
                    .orElseGet(() -> new Told(null, "the driver has not responded"));
        }

        private boolean answers(Entry entry) {
            return entry.at("/id").isInt() && entry.at("/id").asInt() == id;
        }
    }

    /**
     * What a driver said.
     *
     * @param json its line; null when there was none
     * @param absence why there was none; empty otherwise
     */
    public record Told(@Nullable JsonNode json, String absence) {

        public boolean came() {
            return json != null;
        }

        public boolean isError() {
            return json != null && json.has("error");
        }

        public boolean isResult() {
            return came() && !isError();
        }

        public JsonNode at(String pointer) {
            return json == null ? MissingNode.getInstance() : json.at(pointer);
        }

        public String text(String pointer) {
            return at(pointer).asText("");
        }

        /** Returns the line, or ends the scenario. */
        public Told need(String what) {
            if (!isResult()) {
                throw new NotTestable("The driver could not do " + what + ": " + this);
            }
            return this;
        }

        @Override
        public String toString() {
            return json == null ? absence : json.toString();
        }
    }

    /** Sends a command and does not wait. */
    public Command start(String command, @Nullable Object... members) {
        int id = next++;
        ObjectNode line = obj("id", id, "do", command);
        for (int i = 0; i < members.length; i += 2) {
            if (members[i + 1] != null) {
                line.set(String.valueOf(members[i]), node(members[i + 1]));
            }
        }
        link.remark(line);
        return new Command(id);
    }

    public Told ask(String command, @Nullable Object... members) throws InterruptedException {
        return start(command, members).await();
    }
}
