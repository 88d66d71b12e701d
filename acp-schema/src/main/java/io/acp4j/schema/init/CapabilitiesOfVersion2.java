package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Field;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.ObjectDeclaration;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How version 2 nests what an agent can do: what it can do with sessions is one object, whose presence means that sessions can be
 * created, listed, resumed with or without a replay, closed and prompted.
 */
final class CapabilitiesOfVersion2 {

    /** What presence says, so that members of these names have no meaning. */
    private static final Set<String> IMPLIED = Set.of("list", "resume", "close");

    private static final McpCapabilities NO_MCP = new McpCapabilities(false, false, false, false, null, Map.of());

    private static final ObjectCodec<Session> SESSION = ObjectCodec.of("SessionCapabilities", type -> {
        var prompt =
                type.lenientUnlessDefault("prompt", PromptCapabilities.CODEC, Session::prompt, PromptCapabilities.NONE);
        var mcp = type.lenientUnlessDefault("mcp", McpCapabilities.CODEC, Session::mcp, NO_MCP);
        var rest = Rest.of(type);
        type.extras(session -> session.rest.extras());
        return in -> new Session(in.get(prompt), in.get(mcp), rest.read(in));
    });

    private CapabilitiesOfVersion2() {}

    static ObjectCodec.Maker<AgentCapabilities> agent(ObjectDeclaration<AgentCapabilities> type) {
        var session = type.lenient("session", SESSION, CapabilitiesOfVersion2::session);
        var auth = type.lenientUnlessDefault(
                "auth", AgentAuthCapabilities.CODEC, AgentCapabilities::auth, AgentAuthCapabilities.NONE);
        var providers = type.lenient("providers", ProvidersCapabilities.CODEC, AgentCapabilities::providers);
        var meta = type.lenient("_meta", Meta.CODEC, AgentCapabilities::meta);
        type.extras(AgentCapabilities::extras);
        return in -> {
            Session sessions = in.find(session);
            return new AgentCapabilities(
                    sessions != null,
                    sessions == null ? PromptCapabilities.NONE : sessions.prompt,
                    sessions == null ? McpCapabilities.NONE : sessions.mcp,
                    sessions == null ? SessionCapabilities.NONE : sessions.rest,
                    in.get(auth),
                    in.find(providers),
                    in.find(meta),
                    in.extras());
        };
    }

    @SuppressWarnings("DoNotCallSuggester") // the codec of version 2 calls it, and says so
    static ObjectCodec.Maker<SessionCapabilities> session(ObjectDeclaration<SessionCapabilities> type) {
        throw new IllegalStateException(
                "in version 2 these stand among the agent's, which AgentCapabilities.CODEC reads");
    }

    /** Null when the agent has no sessions at all. */
    private static @Nullable Session session(AgentCapabilities agent) {
        boolean none = !agent.loadSession()
                && agent.sessionCapabilities().equals(SessionCapabilities.NONE)
                && agent.promptCapabilities().equals(PromptCapabilities.NONE);
        return none
                ? null
                : new Session(agent.promptCapabilities(), agent.mcpCapabilities(), agent.sessionCapabilities());
    }

    private record Session(PromptCapabilities prompt, McpCapabilities mcp, SessionCapabilities rest) {}

    /** The members that stand in the same object in both versions. */
    private record Rest(
            Field<Session, SessionDeleteCapabilities> delete,
            Field<Session, SessionAdditionalDirectoriesCapabilities> additionalDirectories,
            Field<Session, SessionForkCapabilities> fork,
            Field<Session, SessionSystemPromptCapabilities> systemPrompt,
            Field<Session, SessionArchiveCapabilities> archive,
            Field<Session, SessionStatusCapabilities> status,
            Field<Session, SessionTitleCapabilities> title,
            Field<Session, Meta> meta) {

        static Rest of(ObjectDeclaration<Session> type) {
            return new Rest(
                    type.lenient("delete", SessionDeleteCapabilities.CODEC, session -> session.rest.delete()),
                    type.lenient(
                            "additionalDirectories",
                            SessionAdditionalDirectoriesCapabilities.CODEC,
                            session -> session.rest.additionalDirectories()),
                    type.lenient("fork", SessionForkCapabilities.CODEC, session -> session.rest.fork()),
                    type.lenient(
                            "systemPrompt",
                            SessionSystemPromptCapabilities.CODEC,
                            session -> session.rest.systemPrompt()),
                    type.lenient("archive", SessionArchiveCapabilities.CODEC, session -> session.rest.archive()),
                    type.lenient("status", SessionStatusCapabilities.CODEC, session -> session.rest.status()),
                    type.lenient("title", SessionTitleCapabilities.CODEC, session -> session.rest.title()),
                    type.lenient("_meta", Meta.CODEC, session -> session.rest.meta()));
        }

        SessionCapabilities read(Members in) {
            Map<String, RawJson> extras = new LinkedHashMap<>(in.extras());
            extras.keySet().removeAll(IMPLIED);
            return new SessionCapabilities(
                    SessionListCapabilities.SUPPORTED,
                    in.find(delete),
                    in.find(additionalDirectories),
                    in.find(fork),
                    SessionResumeCapabilities.SUPPORTED,
                    SessionCloseCapabilities.SUPPORTED,
                    in.find(systemPrompt),
                    in.find(archive),
                    in.find(status),
                    in.find(title),
                    in.find(meta),
                    extras);
        }
    }
}
