package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PermissionDecision;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.client.AcpClient;
import io.acp4j.client.host.TerminalService;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanEntryStatus;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.test.FakeClient;
import io.acp4j.test.FakeSession;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The code of docs/guides/write-an-agent.md, run. */
class AgentGuideTest {

    // snippet:agent
    static AcpAgent create() {
        return AcpAgent.builder()
                .info("reviewer", "1.0.0")
                .onPrompt(AgentGuideTest::review)
                .build();
    }

    private static void review(PromptTurn turn) {
        PlanEntry read = PlanEntry.of("Read the file");
        PlanEntry change = PlanEntry.of("Change it");
        turn.plan(read.inProgress(), change);
        turn.think("The user wants " + turn.text());
        if (!turn.client().supports(Methods.FS_READ_TEXT_FILE)) {
            turn.say("I cannot read files here.");
            return;
        }
        String text = turn.client().readTextFile(turn.session().cwd() + "/README.md");
        turn.say("It has " + text.lines().count() + " lines. ");
        turn.plan(read.completed(), change.inProgress());
        turn.say(change(turn) ? "Done." : "I leave it as it is.");
        turn.plan(read.completed(), change.completed());
    }
    // end

    // snippet:tool
    private static boolean change(PromptTurn turn) {
        ToolCallHandle call = turn.toolCall("Edit README.md", ToolKind.EDIT)
                .location(turn.session().cwd() + "/README.md");
        PermissionDecision decision = turn.requestPermission(
                call, PermissionOption.allowOnce("yes", "Allow"), PermissionOption.rejectOnce("no", "Reject"));
        if (!decision.isAllowed()) {
            call.fail("not allowed");
            return false;
        }
        call.inProgress();
        call.complete("replaced 1 line");
        return true;
    }
    // end

    // snippet:terminal
    private static void run(PromptTurn turn, String program, String... arguments) {
        try (RemoteTerminal terminal = turn.client().createTerminal(program, arguments)) {
            Long code = terminal.waitForExit().exitCode();
            turn.say("Exit code " + code + ", output: " + terminal.output().output());
        }
    }
    // end

    // snippet:declared
    static AcpAgent declaring() {
        return AcpAgent.builder()
                .info("planner", "1.0.0")
                .modes(
                        SessionMode.of(new SessionModeId("ask"), "Ask"),
                        SessionMode.of(new SessionModeId("code"), "Code"))
                .commands(AvailableCommand.of("plan", "Makes a plan"))
                .sessionListener((session, origin) -> session.attach(Notes.class, new Notes(session.cwd())))
                .onPrompt(AgentGuideTest::plan)
                .build();
    }

    private static void plan(PromptTurn turn) {
        PlanEntry look =
                PlanEntry.of("Look at " + turn.session().attachment(Notes.class).directory());
        turn.plan(look.inProgress(), PlanEntry.of("Change it"));
        turn.session().setMode(new SessionModeId("code"));
        turn.plan(look.completed(), PlanEntry.of("Change it").inProgress());
    }
    // end

    private record Notes(String directory) {}

    @Test
    void declaredModesAndCommandsReachTheClient() {
        try (FakeClient client = FakeClient.create().connect(declaring())) {
            FakeSession session = client.newSession();
            session.prompt("/plan");

            assertThat(session.updates(AvailableCommandsUpdate.class)).hasSize(1);
            assertThat(session.updates(CurrentModeUpdate.class)).hasSize(1);
            assertThat(session.updates(Plan.class).get(1).entries())
                    .extracting(PlanEntry::status)
                    .containsExactly(PlanEntryStatus.COMPLETED, PlanEntryStatus.IN_PROGRESS);
        }
    }

    @Test
    void allowedChangeIsMade() {
        // snippet:test
        FakeClient client =
                FakeClient.create().file("/project/README.md", "one\ntwo\n").allowing();
        try (client) {
            client.connect(create());
            FakeSession session = client.newSession();
            session.prompt("a shorter README");

            assertThat(session.said()).isEqualTo("It has 2 lines. Done.");
            assertThat(client.permissions()).hasSize(1);
        }
        // end
    }

    @Test
    void refusedChangeIsNotMade() {
        FakeClient client =
                FakeClient.create().file("/project/README.md", "one\ntwo\n").rejecting();
        try (client) {
            client.connect(create());
            FakeSession session = client.newSession();
            session.prompt("a shorter README");

            assertThat(session.said()).endsWith("I leave it as it is.");
            assertThat(session.updates(Plan.class)).hasSize(3);
            assertThat(session.updates(ToolCallUpdate.class))
                    .last()
                    .extracting(update -> update.status().value())
                    .isEqualTo(ToolCallStatus.FAILED);
        }
    }

    @Test
    void clientWithoutFilesIsNotAsked() {
        try (FakeClient client = FakeClient.create().connect(create())) {
            FakeSession session = client.newSession();
            session.prompt("a shorter README");

            assertThat(session.said()).isEqualTo("I cannot read files here.");
        }
    }

    @Test
    void commandIsRunByTheClient() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpAgent.builder()
                .info("runner", "1.0.0")
                .onPrompt(turn -> run(turn, "echo", "tested"))
                .build()
                .serve(pair.agent());
        StringBuilder said = new StringBuilder();
        try (AcpClient client = AcpClient.builder(pair.client())
                .host(TerminalService.of(command -> command.words().get(0).equals("echo")))
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) said.append(chunk.text());
                })
                .connect()) {
            client.newSession(Path.of(".")).prompt("Test it");
        }

        assertThat(said.toString().strip()).isEqualTo("Exit code 0, output: tested");
    }
}
