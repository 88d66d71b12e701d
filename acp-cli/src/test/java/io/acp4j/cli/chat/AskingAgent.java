package io.acp4j.cli.chat;

import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An agent that requests permission to edit a file, waits until it is stopped, streams lines, or exits. */
public final class AskingAgent {

    /** Begins a prompt whose permission request is delayed until a file exists. */
    static final String EDIT_WHEN = "edit when ";

    /** Prefix of a prompt whose response pauses in its second line until the named file exists. */
    static final String STREAM_WHEN = "stream when ";

    private AskingAgent() {}

    public static void main(String[] args) throws InterruptedException {
        create().serve(StdioTransport.ofProcessStreams()).awaitClosed();
    }

    static AcpAgent create() {
        return AcpAgent.builder()
                .info("asking-agent", "1")
                .onPrompt(AskingAgent::answer)
                .build();
    }

    private static void answer(PromptTurn turn) {
        if (turn.text().equals("wait")) {
            turn.say("waiting");
            turn.cancellation().whenCancelled().toCompletableFuture().join();
            return;
        }
        if (turn.text().equals("exit")) {
            turn.say("leaving");
            System.exit(9);
        }
        if (turn.text().equals("exit later")) {
            turn.say("leaving soon");
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> System.exit(9));
            return;
        }
        if (turn.text().startsWith(STREAM_WHEN)) {
            turn.say("line 1 of 400\nline 2");
            awaitFile(turn.text().substring(STREAM_WHEN.length()));
            turn.say(" of 400\n");
            for (int i = 3; i <= 400; i++) {
                turn.say("line " + i);
                turn.say(" of 400\n");
            }
            return;
        }
        if (turn.text().startsWith(EDIT_WHEN)) {
            awaitFile(turn.text().substring(EDIT_WHEN.length()));
        }
        ToolCallHandle edit = turn.toolCall("Edit a.txt", ToolKind.EDIT);
        edit.content(new Diff("a.txt", "one\ntwo\n", "one\n2\n", null));
        boolean allowed = turn.requestPermission(
                        edit, PermissionOption.allowOnce("yes", "Yes"), PermissionOption.rejectOnce("no", "No"))
                .isAllowed();
        if (allowed) {
            edit.complete("done");
        } else {
            edit.fail("not allowed");
        }
        turn.say("# Result\nIt is **" + (allowed ? "done" : "left") + "**.");
    }

    private static void awaitFile(String name) {
        await().atMost(Duration.ofMinutes(5)).until(() -> Files.exists(Path.of(name)));
    }
}
