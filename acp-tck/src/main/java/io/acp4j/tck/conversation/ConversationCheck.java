package io.acp4j.tck.conversation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.tck.conversation.BrokenRequirement.Side;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.conversation.Judge;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Reading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Judges a conversation that others have, or have had: whatever the kit looks for in every message, without sending any. Of both
 * sides it finds messages of a wrong shape and rules that are broken, each by its first message. What only a scenario of the kit
 * shows, such as how an agent takes malformed requests, it cannot see.
 *
 * <p>One check serves one connection, from its first message on. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class ConversationCheck {

    /** How many messages are looked at: later ones are not. */
    public static final int MAX_MESSAGES = 50_000;

    /** How many bytes of them, as what they are read into takes several times as much memory: 32 MiB. */
    public static final long MAX_BYTES = 32L * 1024 * 1024;

    private final List<Entry> ofAgent = new ArrayList<>();
    private final List<Entry> ofClient = new ArrayList<>();
    private final Judge agent = new Judge(true);
    private final Judge client = new Judge(false);
    private JsonNode capabilities = MissingNode.getInstance();
    private int version = 1;
    private long bytes;
    private boolean isFull;

    private ConversationCheck() {}

    /**
     * Returns a check of a conversation that has not begun.
     *
     * @return the check
     */
    public static ConversationCheck create() {
        return new ConversationCheck();
    }

    /**
     * Returns whether the next message of the connection is looked at, and takes it then.
     *
     * @param fromClient whether the client has sent it, not the agent
     * @param message its bytes, without the delimiter; whatever they are, also no message at all. Not to be changed afterwards
     * @return whether it is looked at; false from the first one on that is beyond the limits
     */
    public boolean add(boolean fromClient, byte[] message) {
        Objects.requireNonNull(message, "message");
        isFull |= ofAgent.size() >= MAX_MESSAGES || bytes + message.length > MAX_BYTES;
        if (isFull) {
            return false;
        }
        bytes += message.length;
        Reading reading = Reading.of(message, true);
        int index = ofAgent.size();
        ofAgent.add(new Entry(index, 0, fromClient, reading.kind(), message, reading.json(), reading.problem()));
        ofClient.add(new Entry(index, 0, !fromClient, reading.kind(), message, reading.json(), reading.problem()));
        note(ofAgent.get(index));
        return true;
    }

    private void note(Entry entry) {
        if (entry.sent() && entry.method().equals("initialize")) {
            JsonNode offered = entry.at("/params/clientCapabilities");
            capabilities = offered.isMissingNode() ? entry.at("/params/capabilities") : offered;
        } else if (!entry.sent() && entry.at("/result/protocolVersion").isInt()) {
            version = entry.at("/result/protocolVersion").asInt();
        }
    }

    /**
     * Returns how many messages are looked at.
     *
     * @return their number, at most {@value #MAX_MESSAGES}
     */
    public int size() {
        return ofAgent.size();
    }

    /**
     * Returns which requirements were not fulfilled so far. Takes time in proportion to the messages; what was found before is
     * not sought again.
     *
     * @return each requirement once, with the first message that broke it, in the order of these messages
     */
    public List<BrokenRequirement> broken() {
        List<BrokenRequirement> all = new ArrayList<>();
        agent.broken(ofAgent, capabilities, version).forEach(broken -> all.add(described(Side.AGENT, broken)));
        client.broken(ofClient, capabilities, version).forEach(broken -> all.add(described(Side.CLIENT, broken)));
        all.sort(Comparator.comparingInt(BrokenRequirement::message).thenComparing(BrokenRequirement::id));
        return List.copyOf(all);
    }

    private static BrokenRequirement described(Side side, Judge.Broken broken) {
        Requirement requirement = broken.requirement();
        return new BrokenRequirement(
                side,
                requirement.id(),
                requirement.level().name(),
                requirement.source().label(),
                requirement.text(),
                requirement.citation(),
                requirement.link(),
                broken.finding().expected(),
                broken.finding().observed(),
                broken.message());
    }
}
