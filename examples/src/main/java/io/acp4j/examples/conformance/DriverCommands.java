package io.acp4j.examples.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.session.NewSessionRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** What the kit's driver protocol asks of a client. Each command may run on a thread of its own. */
final class DriverCommands {

    private static final List<String> ALL = List.of(
            "newSession",
            "mcpServers",
            "additionalDirectories",
            "loadSession",
            "resumeSession",
            "listSessions",
            "closeSession",
            "deleteSession",
            "prompt",
            "blocks",
            "cancel",
            "messages",
            "fork",
            "forkAt",
            "permit",
            "elicit",
            "withdraw",
            "authenticate",
            "quit");

    /** What only version 2 has. */
    private static final List<String> OF_VERSION_2 = List.of(
            "overlap",
            "withdrawPrompt",
            "toolCalls",
            "terminals",
            "state",
            "info",
            "plans",
            "options",
            "setOption",
            "cancelToolCall",
            "cancelTerminal",
            "logout",
            "archiveSession",
            "sessionStatus",
            "setTitle");

    private static final long WITHDRAWAL_SECONDS = 60;

    private final ProtocolVersion version;
    private final CompletableFuture<AcpClient> connecting;
    private final DrivenUser user;

    /** What takes back the request of a command, once it is sent: the kit may see that before this driver does. */
    private final Map<Integer, CompletableFuture<Runnable>> withdrawals = new ConcurrentHashMap<>();

    DriverCommands(ProtocolVersion version, CompletableFuture<AcpClient> connecting, DrivenUser user) {
        this.version = version;
        this.connecting = connecting;
        this.user = user;
    }

    private CompletableFuture<Runnable> withdrawal(JsonNode command) {
        return withdrawals.computeIfAbsent(command.asInt(), any -> new CompletableFuture<>());
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Carries out a command; what it gives goes into the answer. */
    ObjectNode carryOut(JsonNode command) throws Exception {
        String what = command.path("do").asText();
        if (what.equals("hello")) {
            ArrayNode names = object().putArray("commands");
            ALL.forEach(names::add);
            if (version.equals(ProtocolVersion.V2)) {
                OF_VERSION_2.forEach(names::add);
            }
            ObjectNode hello = object();
            hello.set("commands", names);
            return hello;
        }
        AcpClient client = connecting.get();
        SessionId session = new SessionId(command.path("session").asText("none"));
        if (SessionViews.COMMANDS.contains(what)) {
            return new SessionViews(session(client, session).transcript().snapshot()).show(what);
        }
        switch (what) {
            case "newSession" -> {
                return named(open(client, command));
            }
            case "loadSession" -> {
                return named(
                        client.loadSession(session, Path.of(command.path("cwd").asText())));
            }
            case "resumeSession" -> {
                return named(client.resumeSession(
                        session, Path.of(command.path("cwd").asText())));
            }
            case "listSessions" -> {
                ObjectNode answer = object();
                ArrayNode sessions = answer.putArray("sessions");
                client.storedSessions()
                        .forEach(info -> sessions.add(info.sessionId().value()));
                return answer;
            }
            case "closeSession" -> session(client, session).close();
            case "deleteSession" -> client.deleteSession(session);
            case "prompt" -> {
                PromptTurn turn = session(client, session).startTurn(content(command));
                withdrawal(command.path("id")).complete(turn::cancel);
                return object().put("stopReason", turn.await().stopReason().value());
            }
            case "cancel" -> session(client, session).cancel();
            case "fork" -> {
                return named(session(client, session).forks().fork());
            }
            case "forkAt" -> {
                ClientSession source = session(client, session);
                TranscriptMessage message = source.transcript()
                        .snapshot()
                        .messages()
                        .get(command.path("message").asInt());
                MessageId id = Objects.requireNonNull(message.id(), "the message has no id");
                return named(source.forks().fork(ForkPoint.at(id)));
            }
            case "permit" -> user.permit(command.path("choice").asText());
            case "elicit" -> user.elicit(command);
            case "withdraw" -> {
                withdrawal(command.path("command"))
                        .get(WITHDRAWAL_SECONDS, TimeUnit.SECONDS)
                        .run();
            }
            case "setOption" ->
                session(client, session)
                        .setConfigOption(
                                new SessionConfigId(command.path("option").asText()),
                                SessionConfigValue.of(new SessionConfigValueId(
                                        command.path("value").asText())));
            case "cancelToolCall" ->
                session(client, session)
                        .cancelToolCall(new ToolCallId(command.path("toolCall").asText()));
            case "cancelTerminal" ->
                session(client, session)
                        .cancelTerminal(new TerminalId(command.path("terminal").asText()));
            case "logout" -> client.logout();
            case "archiveSession" -> client.unstable().archiveSession(session);
            case "sessionStatus" -> client.unstable().sessionStatus(session);
            case "setTitle" ->
                session(client, session).setTitle(command.path("title").asText());
            case "authenticate" ->
                client.authenticate(new AuthMethodId(command.path("method").asText()));
            default -> throw new IllegalArgumentException("Unknown command " + what);
        }
        return object();
    }

    private static ClientSession session(AcpClient client, SessionId id) {
        return Objects.requireNonNull(client.session(id), () -> "no session " + id);
    }

    private static ObjectNode named(ClientSession session) {
        return object().put("session", session.id().value());
    }

    private ClientSession open(AcpClient client, JsonNode command) throws Exception {
        List<String> directories = new ArrayList<>();
        command.path("additionalDirectories").forEach(each -> directories.add(each.asText()));
        CompletableFuture<ClientSession> opening = client.newSessionAsync(
                NewSessionRequest.builder(command.path("cwd").asText())
                        .mcpServers(list(McpServer.CODEC, command.path("mcpServers")))
                        .additionalDirectories(directories)
                        .build(),
                null);
        withdrawal(command.path("id")).complete(() -> opening.cancel(true));
        return opening.get();
    }

    private List<ContentBlock> content(JsonNode command) throws Exception {
        return command.has("blocks")
                ? list(ContentBlock.CODEC, command.path("blocks"))
                : List.of(ContentBlock.text(command.path("text").asText()));
    }

    private <T> List<T> list(JsonCodec<T> codec, JsonNode values) throws Exception {
        JsonCodec<T> spoken = version.equals(ProtocolVersion.V2) ? codec.in(WireVersion.V2) : codec;
        List<T> list = new ArrayList<>();
        for (JsonNode value : values) {
            list.add(spoken.decode(RawJson.parse(value.toString())));
        }
        return list;
    }
}
