package io.acp4j.client.internal.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AirForkDetection;
import io.acp4j.client.ForkMechanism;
import io.acp4j.client.internal.calls.ForkRefusals;
import io.acp4j.client.internal.calls.MissingCapability;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.ForkSessionRequest;
import org.jspecify.annotations.Nullable;

/** Forks of whole sessions only, which name no message. */
final class WholeSessionDialect implements ForkDialect {

    @Override
    public ForkMechanism mechanism() {
        return ForkMechanism.WHOLE_SESSION;
    }

    @Override
    public boolean isSpokenBy(InitializeResponse agent, AirForkDetection vouched) {
        return agent.agentCapabilities().sessionCapabilities().fork() != null;
    }

    @Override
    public @Nullable ForkGranularity granularity(InitializeResponse agent, AirForkDetection vouched) {
        return null;
    }

    @Override
    public AcpException refusal(ForkTarget target, InitializeResponse agent) {
        return ForkRefusals.wholeOnly(agent);
    }

    @Override
    public boolean prefersWhole() {
        return true;
    }

    @Override
    public ForkSessionRequest name(ForkSessionRequest whole, ForkTarget target) {
        throw new IllegalStateException("it names no message, as refusal says");
    }

    @Override
    public boolean isUsedIn(JsonNode params) {
        return false;
    }

    @Override
    public @Nullable MessageId pointIn(JsonNode params) {
        return null;
    }

    @Override
    public boolean isSameMessage(MessageId one, MessageId other) {
        return one.equals(other);
    }

    @Override
    public AcpException unsupported(InitializeResponse agent) {
        return MissingCapability.of(Methods.SESSION_FORK.name(), Capabilities.SESSION_FORK, agent);
    }
}
