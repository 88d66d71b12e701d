package io.acp4j.agent.internal.connection;

import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.internal.protocol.ForkPoints;
import io.acp4j.agent.internal.protocol.RequestChecks;
import io.acp4j.agent.internal.protocol.Versions;
import io.acp4j.agent.internal.session.KnownSessions;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.json.WireVersion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the author of an agent has decided.
 *
 * @param versions the versions of the protocol that it serves
 * @param handlers with what declared settings and stored sessions add to those of the author
 * @param prompt serves prompts
 * @param maxWaitingPrompts how many may wait in each session for the running turn to end
 * @param stored the sessions that exist without being open; null when nothing is stored
 * @param failures turns what a handler has failed with into the error that the client gets
 */
public record AgentConfiguration(
        Implementation info,
        Versions versions,
        AgentCapabilities capabilities,
        ForkPoints forkPoints,
        List<AuthMethod> authMethods,
        AgentHandlers handlers,
        Function<PromptTurn, ? extends CompletionStage<?>> prompt,
        DeclaredSettings declared,
        @Nullable KnownSessions stored,
        FailureTranslation failures,
        Supplier<SessionId> sessionIds,
        Supplier<MessageId> messageIds,
        boolean echoUserMessages,
        int maxSessions,
        int maxWaitingPrompts,
        Duration disconnectGrace,
        ConnectionOptions options) {

    /** Returns what refuses requests on a connection of a version. */
    public RequestChecks checks(WireVersion version) {
        return new RequestChecks(capabilities, version);
    }
}
