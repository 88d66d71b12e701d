package io.acp4j.examples.docs;

// snippet:agent
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

final class CountingAgent {

    public static void main(String[] args) throws InterruptedException {
        try (SessionRepository sessions = SessionRepository.over(SessionStores.open(Path.of("sessions.db")))) {
            create(sessions).serve(StdioTransport.ofProcessStreams()).awaitClosed();
        }
    }

    static AcpAgent create(SessionRepository sessions) {
        return AcpAgent.builder()
                .info("counting-agent", "1.0.0")
                .sessions(sessions)
                .onPrompt(CountingAgent::count)
                .build();
    }

    private static void count(PromptTurn turn) throws IOException {
        ToolCallHandle call = turn.toolCall("Count the files", ToolKind.READ);
        PermissionOption allow = PermissionOption.allowOnce("yes", "Allow");
        PermissionOption reject = PermissionOption.rejectOnce("no", "Reject");
        if (!turn.requestPermission(call, allow, reject).isAllowed()) {
            call.fail("The user rejected the call.");
            turn.say("I did not count.");
            return;
        }
        try (Stream<Path> files = Files.list(Path.of(turn.session().cwd()))) {
            long count = files.count();
            call.complete(count + " files");
            turn.say("There are " + count + " files.");
        }
    }
}
// end
