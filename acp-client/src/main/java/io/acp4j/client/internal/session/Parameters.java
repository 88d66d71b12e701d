package io.acp4j.client.internal.session;

import io.acp4j.client.SessionParameters;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;

/** What the four requests that open a session have in common. */
final class Parameters {

    private Parameters() {}

    static SessionParameters of(NewSessionRequest request) {
        return new SessionParameters(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
    }

    static SessionParameters of(LoadSessionRequest request) {
        return new SessionParameters(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
    }

    static SessionParameters of(ResumeSessionRequest request) {
        return new SessionParameters(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
    }

    static SessionParameters of(ForkSessionRequest request) {
        return new SessionParameters(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
    }
}
