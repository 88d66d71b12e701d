package io.acp4j.inspector.testing;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.PermissionDecision;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationSessionScope;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AvailableCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** An agent in this process that does what the first word of a prompt says; its sessions branch, and are kept. */
public final class ScriptedAgent implements AutoCloseable {

    /** How many chunks a flood has. */
    public static final int FLOOD = 200_000;

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private final List<InMemoryTransport> transports = new ArrayList<>();
    private final AcpAgent agent;

    public ScriptedAgent() {
        this(true);
    }

    /** Creates one that may keep the ids of prompts to itself, as most agents of version 1 do. */
    public ScriptedAgent(boolean echoesPrompts) {
        AcpAgentBuilder builder = AcpAgent.builder()
                .info("scripted-agent", "1.0")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository)
                .modes(
                        SessionMode.of(new SessionModeId("ask"), "Ask"),
                        SessionMode.of(new SessionModeId("code"), "Code"))
                .commands(AvailableCommand.of("plan", "Makes a plan"), AvailableCommand.of("tool", "Uses a tool"))
                .capabilities(capabilities -> capabilities.promptCapabilities(
                        PromptCapabilities.builder().image(true).build()))
                .echoUserMessages(echoesPrompts)
                .onPrompt(ScriptedAgent::answer);
        agent = builder.build();
    }

    /** Takes an agent of another kind. */
    public ScriptedAgent(AcpAgent agent) {
        this.agent = agent;
    }

    /** Returns where an inspector finds it; each connection is a new one to the same sessions. */
    public AgentSource source(Path directory) {
        return source(directory, ProtocolVersion.V1);
    }

    /** Returns where an inspector finds it that asks for a version of the protocol. */
    public AgentSource source(Path directory, ProtocolVersion version) {
        return new AgentSource(
                "scripted-agent --acp",
                directory,
                errors -> {
                    InMemoryTransport.Pair pair = InMemoryTransport.pair();
                    synchronized (transports) {
                        transports.add(pair.agent());
                    }
                    errors.accept("starting");
                    var unused = agent.serve(pair.agent());
                    return pair.client();
                },
                version);
    }

    /** Serves a connection that comes from elsewhere. */
    public AgentConnection serve(Transport transport) {
        return agent.serve(transport);
    }

    private static void answer(PromptTurn turn) throws Exception {
        String prompt = turn.text();
        String word = prompt.replaceFirst("(?s)\\s.*", "");
        switch (word) {
            case "markdown" -> markdown(turn);
            case "tool" -> tool(turn);
            case "wide" ->
                turn.toolCall("Change WIDE.md", ToolKind.EDIT)
                        .complete(Diff.builder("/project/WIDE.md", "word ".repeat(80) + "new\n")
                                .oldText("word ".repeat(80) + "old\n")
                                .build());
            case "allow" -> {
                if (prompt.equals("allow twice")) {
                    allowTwice(turn);
                } else {
                    allow(turn);
                }
            }
            case "form" -> form(turn);
            case "write" -> write(turn);
            case "run" -> run(turn);
            case "colours" -> runColours(turn);
            case "wait" -> {
                turn.say("I wait.");
                turn.cancellation().whenCancelled().toCompletableFuture().join();
            }
            case "silent" -> {}
            case "fail" -> throw AcpErrorException.internalError("not today");
            case "hostile" ->
                turn.say("\u202egnp.exe \u001b[31mred <img src=x onerror=alert(1)>"
                        + " [click](javascript:alert(1)) ![look](https://example.com/x.png)");
            case "many" -> {
                for (int i = 0; i < 400; i++) {
                    turn.say("word" + i + " ");
                }
            }
            case "flood" -> {
                for (int i = 0; i < FLOOD; i++) {
                    turn.say(i % 100 == 99 ? "word" + i + "\n\n" : "word" + i + " ");
                }
            }
            case "megabyte" -> {
                turn.say("```java\nint first = 1;\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n");
                for (int i = 0; i < 1_000; i++) {
                    turn.say("```java\n" + "String s = \"x\";\n".repeat(60) + "```\n\n");
                }
            }
            case "Summarise" -> summarise(turn);
            default -> heard(turn);
        }
    }

    private static List<String> prompts(PromptTurn turn) {
        List<String> prompts = new ArrayList<>();
        turn.history().stream().filter(node -> node.kind() == NodeKind.USER).forEach(node -> prompts.add(node.text()));
        return prompts;
    }

    /** What becomes of a summary is said by the prompt before. */
    private static void summarise(PromptTurn turn) throws Exception {
        List<String> prompts = new ArrayList<>(prompts(turn));
        prompts.remove(prompts.size() - 1);
        switch (prompts.get(prompts.size() - 1)) {
            case "be slow" -> {
                turn.say("I wait.");
                turn.cancellation().whenCancelled().toCompletableFuture().join();
            }
            case "be broken" -> throw AcpErrorException.internalError("no summary today");
            case "be quiet" -> turn.think("I say nothing.");
            case "be careful" -> allow(turn);
            case "be long" -> {
                for (int i = 0; i < 100; i++) {
                    turn.say("line " + i + "\n");
                }
            }
            default -> {
                String quoted = turn.text()
                        .lines()
                        .filter(line -> line.startsWith(">"))
                        .findFirst()
                        .orElse("nothing");
                turn.say("You said: " + String.join(" | ", prompts) + ". ");
                turn.say("Quoted: " + quoted);
            }
        }
    }

    private static void heard(PromptTurn turn) {
        List<String> heard = prompts(turn);
        long pictures =
                turn.prompt().stream().filter(ImageContent.class::isInstance).count();
        turn.say("I have heard: " + String.join(" | ", heard) + (pictures == 0 ? "" : ", and " + pictures + " image"));
    }

    private static void markdown(PromptTurn turn) {
        turn.think("They want Markdown.");
        String text = """
            # Title

            Some **bold** text, `code`, and a [link](https://example.com/a).

            | a | b |
            |---|---|
            | 1 | 2 |

            - one
            - two

            ```java
            int x = 1;
            ```
            """;
        for (int at = 0; at < text.length(); at += 7) {
            turn.say(text.substring(at, Math.min(at + 7, text.length())));
        }
    }

    private static void tool(PromptTurn turn) {
        turn.plan(PlanEntry.of("Read the file").completed(), PlanEntry.of("Change it"));
        ToolCallHandle call = turn.toolCall("Change README.md", ToolKind.EDIT);
        call.location("/project/README.md", 3L).rawInput(java.util.Map.of("path", "README.md"));
        call.complete(Diff.builder("/project/README.md", "one\ntwo and a half\nthree\nfour\n")
                .oldText("one\ntwo\nthree\nfour\n")
                .build());
        turn.toolCall("Look for tests", ToolKind.SEARCH).fail("there are none");
        turn.usage(12_000, 200_000);
        turn.say("Changed.");
    }

    private static void allow(PromptTurn turn) {
        ToolCallHandle call = turn.toolCall("Delete everything", ToolKind.DELETE);
        PermissionDecision decision = turn.requestPermission(
                call, PermissionOption.allowOnce("yes", "Allow once"), PermissionOption.rejectOnce("no", "Reject"));
        call.complete("asked");
        turn.say(decision.isAllowed() ? "It was allowed." : "It was not allowed.");
    }

    /** Requests two permissions at the same time. */
    private static void allowTwice(PromptTurn turn) {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> allow(turn));
        allow(turn);
        other.join();
    }

    private static void form(PromptTurn turn) {
        ElicitationSchema schema = ElicitationSchema.builder()
                .required(
                        "name",
                        StringPropertySchema.builder().title("Your name").build())
                .build();
        CreateElicitationResponse response = turn.client()
                .elicit(FormElicitationRequest.of(
                        new ElicitationSessionScope(turn.session().id(), null), "Who are you?", schema));
        boolean isAccepted = response instanceof ElicitationAccepted;
        turn.say(
                isAccepted
                        ? "Filled in: " + String.valueOf(((ElicitationAccepted) response).content())
                        : "Not filled in.");
    }

    private static void write(PromptTurn turn) {
        turn.client().writeTextFile(turn.session().cwd() + "/written.txt", "some text\n");
        turn.say("It is written.");
    }

    private static void run(PromptTurn turn) {
        try (RemoteTerminal terminal = turn.client().createTerminal("echo", "from the terminal")) {
            ToolCallHandle call = turn.toolCall("Run echo", ToolKind.EXECUTE);
            call.content(Terminal.of(terminal.id()));
            terminal.waitForExit();
            terminal.output();
            call.complete();
            turn.say(ContentBlock.text("It ran."));
        }
    }

    /** Runs a command with colours, which waits for a file {@code go} in the middle. The agent does not request its output. */
    private static void runColours(PromptTurn turn) {
        String script = "printf '\\033[1;32mready\\033[0m\\n10 %%\\r50 %%'\n"
                + "until [ -e go ]; do sleep 0.02; done\n"
                + "printf '\\r\\033[K\\033]0;a title\\007\\033]52;c;aGk=\\007\\033[38;5;208morange\\033[0m\\n'\n"
                + "printf '\\033[38;2;10;20;30mnight\\033[0m \\033[3;4;7minverse\\033[0m \\033[9'\n"
                + "sleep 0.1\n"
                + "printf '7;41mFAIL\\033[0m caf\\303'\n"
                + "sleep 0.1\n"
                + "printf '\\251\\n'\n"
                + "exit 3";
        try (RemoteTerminal terminal = turn.client().createTerminal("sh", "-c", script)) {
            ToolCallHandle call = turn.toolCall("Run with colours", ToolKind.EXECUTE);
            call.content(Terminal.of(terminal.id()));
            terminal.waitForExit();
            call.complete();
        }
        turn.say("It ran with colours.");
    }

    /** Ends all connections, as an agent does that has crashed. */
    public void crash() {
        synchronized (transports) {
            transports.forEach(InMemoryTransport::close);
            transports.clear();
        }
    }

    @Override
    public void close() {
        crash();
        repository.close();
    }
}
