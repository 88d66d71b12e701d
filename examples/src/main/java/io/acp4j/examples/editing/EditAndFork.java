package io.acp4j.examples.editing;

// snippet:file
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.fork.ForkOptions;
import io.acp4j.client.fork.ForkPoint;
import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.ForkedTurn;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.fork.SessionForest;
import io.acp4j.client.fork.SessionNode;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.util.List;

/** Prompts an agent, edits the second prompt in a fork, and regenerates the answer to the edited prompt. */
public final class EditAndFork {

    private EditAndFork() {}

    /** Runs the example on the agent that a command starts. */
    public static void main(String[] agentCommand) {
        // snippet:connect
        try (AcpClient client = AcpClient.builder(StdioTransport.launch(agentCommand))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect()) {
            editAndRegenerate(client);
        }
        // end
    }

    private static void editAndRegenerate(AcpClient client) {
        // snippet:prompt
        ClientSession session = client.newSession(Path.of("."));
        session.prompt("What is a session?");
        session.prompt("How do I list sessions?");
        // end

        // snippet:transcript
        ForkableSession original = ForkableSession.of(session);
        List<HistoryMessage> messages = original.messages().messages();
        messages.forEach(message -> System.out.println(message.role() + ": " + message.text()));
        HistoryMessage question = messages.get(2); // the second prompt
        // end

        // snippet:check
        if (!original.offers(ForkPoint.before(question))) {
            System.out.println(
                    "The agent cannot fork there: " + client.forkSupport().atMessage());
        }
        ForkOptions options =
                ForkOptions.builder().label("edited").historyAsPrompt(true).build();
        // end

        // snippet:edit
        List<ContentBlock> newPrompt = List.of(ContentBlock.text("How do I fork a session?"));
        ForkedTurn edit = original.editAndFork(question, newPrompt, options);
        edit.turn().await();
        // end

        // snippet:compare
        System.out.println("original: " + lastMessage(original).text());
        System.out.println("edited: " + lastMessage(edit.fork()).text());
        // end

        // snippet:regenerate
        ForkedTurn secondAnswer = edit.fork().regenerate(lastMessage(edit.fork()), ForkOptions.labelled("regenerated"));
        secondAnswer.turn().await();
        System.out.println("regenerated: " + lastMessage(secondAnswer.fork()).text());
        // end

        // snippet:tree
        if (client.agentCapabilities().sessionCapabilities().list() != null) {
            List<SessionNode> nodes =
                    SessionForest.of(client.storedSessions().toList()).nodes();
            nodes.forEach(node -> System.out.println("  ".repeat(node.level()) + "- " + node.displayName()));
        }
        // end
    }

    private static HistoryMessage lastMessage(ForkableSession session) {
        List<HistoryMessage> messages = session.messages().messages();
        return messages.get(messages.size() - 1);
    }
}
// end:file
