package io.acp4j.client.internal.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AirForkDetection;
import io.acp4j.client.ForkMechanism;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.session.ForkSessionRequest;
import org.jspecify.annotations.Nullable;

/** One way to give an agent the message that a fork is to end with. Immutable, and the same for all agents. */
public interface ForkDialect {

    /** Returns the mechanism of the forks that are requested in this way. */
    ForkMechanism mechanism();

    /**
     * Returns whether an agent understands it.
     *
     * @param agent what the agent has said of itself
     * @param vouched the agents of which the application says it
     */
    boolean isSpokenBy(InitializeResponse agent, AirForkDetection vouched);

    /**
     * Returns how finely an agent that understands it cuts a turn; null when that is not known.
     *
     * @param agent what the agent has said of itself
     * @param vouched the agents of which the application says it
     */
    @Nullable
    ForkGranularity granularity(InitializeResponse agent, AirForkDetection vouched);

    /** Returns what to throw at somebody who wants a fork that ends with a message; null when there are such forks. */
    @Nullable
    AcpException refusal(ForkTarget target, InitializeResponse agent);

    /** Returns whether the last message of a session is better not named: a fork of the whole session is the same, and surer. */
    boolean prefersWhole();

    /** Returns a request for a fork of the whole session as one for a fork that ends with a message. */
    ForkSessionRequest name(ForkSessionRequest whole, ForkTarget target);

    /** Returns whether the parameters of a request name a point in this way, be it well or badly. */
    boolean isUsedIn(JsonNode params);

    /** Returns the message that the parameters of a request name in this way; null for none. */
    @Nullable
    MessageId pointIn(JsonNode params);

    /** Returns whether a message goes on in another one of the same sender: what is shown as several is forked after the last. */
    boolean isSameMessage(MessageId one, MessageId other);

    /** Returns what an agent lacks that does not understand it: what was wanted, and the path of the capability. */
    AcpException unsupported(InitializeResponse agent);
}
