package io.acp4j.examples.editing;

// snippet:file
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.SessionForks;
import io.acp4j.client.SessionNode;
import io.acp4j.client.transcript.TranscriptMessage;
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
        List<TranscriptMessage> messages = session.forks().messages();
        messages.forEach(message -> System.out.println(message.role() + ": " + message.text()));
        TranscriptMessage question = messages.get(2); // the second prompt
        // end

        // snippet:check
        SessionForks forks = session.forks();
        if (!forks.supports(forks.before(question))) {
            System.out.println(
                    "The agent cannot fork there: " + client.forkCapability().mechanisms());
        }
        ForkOptions options =
                ForkOptions.builder().label("edited").historyAsPrompt(true).build();
        // end

        // snippet:edit
        List<ContentBlock> newPrompt = List.of(ContentBlock.text("How do I fork a session?"));
        PromptTurn edit = forks.editAndFork(question, newPrompt, options);
        edit.await();
        // end

        // snippet:compare
        System.out.println("original: " + lastMessage(session).text());
        System.out.println("edited: " + lastMessage(edit.session()).text());
        // end

        // snippet:regenerate
        ClientSession fork = edit.session();
        PromptTurn secondAnswer = fork.forks().regenerate(lastMessage(fork), ForkOptions.labelled("regenerated"));
        secondAnswer.await();
        System.out.println("regenerated: " + lastMessage(secondAnswer.session()).text());
        // end

        // snippet:tree
        if (client.agentCapabilities().sessionCapabilities().list() != null) {
            List<SessionNode> nodes = client.sessionTree().nodes();
            nodes.forEach(node -> System.out.println("  ".repeat(node.level()) + "- " + node.displayName()));
        }
        // end
    }

    private static TranscriptMessage lastMessage(ClientSession session) {
        List<TranscriptMessage> messages = session.forks().messages();
        return messages.get(messages.size() - 1);
    }
}
// end:file
