package io.acp4j.client.internal.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AirForkDetection;
import io.acp4j.client.ForkMechanism;
import io.acp4j.client.internal.calls.MissingCapability;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkDetails;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.session.ForkSessionRequest;
import org.jspecify.annotations.Nullable;

/** The root member {@code messageId} of the proposal: any message, of the agent or of the user. */
final class MessageIdDialect implements ForkDialect {

    private static final String MEMBER = "messageId";

    @Override
    public ForkMechanism mechanism() {
        return ForkMechanism.MESSAGE_ID;
    }

    @Override
    public boolean isSpokenBy(InitializeResponse agent, AirForkDetection vouched) {
        SessionForkCapabilities fork =
                agent.agentCapabilities().sessionCapabilities().fork();
        return fork != null && fork.atMessageId();
    }

    @Override
    public ForkGranularity granularity(InitializeResponse agent, AirForkDetection vouched) {
        SessionForkCapabilities fork =
                agent.agentCapabilities().sessionCapabilities().fork();
        ForkDetails details = fork == null ? null : ForkDetails.of(fork.meta());
        return details == null ? ForkGranularity.MESSAGE : details.granularity();
    }

    @Override
    public @Nullable AcpException refusal(ForkTarget target, InitializeResponse agent) {
        return null;
    }

    @Override
    public boolean prefersWhole() {
        return false;
    }

    @Override
    public ForkSessionRequest name(ForkSessionRequest whole, ForkTarget target) {
        return whole.toBuilder().messageId(target.id()).build();
    }

    @Override
    public boolean isUsedIn(JsonNode params) {
        return params.hasNonNull(MEMBER);
    }

    @Override
    public @Nullable MessageId pointIn(JsonNode params) {
        return params.path(MEMBER).isTextual()
                ? new MessageId(params.path(MEMBER).textValue())
                : null;
    }

    @Override
    public boolean isSameMessage(MessageId one, MessageId other) {
        return one.equals(other);
    }

    @Override
    public AcpException unsupported(InitializeResponse agent) {
        return MissingCapability.of("session/fork at a message", Capabilities.FORK_AT_MESSAGE, agent);
    }
}
