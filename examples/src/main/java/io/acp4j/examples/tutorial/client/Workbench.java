package io.acp4j.examples.tutorial.client;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.SessionNode;
import io.acp4j.client.host.FileSystemService;
import io.acp4j.client.host.PermissionBroker;
import io.acp4j.client.host.PermissionRule;
import io.acp4j.client.host.TerminalService;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.tool.ToolKind;
import java.nio.file.Path;
import java.util.List;

/** An IDE's side of an agent. */
public final class Workbench implements AutoCloseable {

    private final AcpClient client;
    private final View view;

    /** What the user sees and decides. */
    // snippet:view
    public interface View {

        /** Shows a conversation; called on another thread than the user interface's. */
        void show(SessionId session, List<String> lines);

        /** Asks the user. */
        boolean confirms(String question);
    }
    // end

    private Workbench(AcpClient client, View view) {
        this.client = client;
        this.view = view;
    }

    // snippet:connect
    static Workbench connect(AcpClientBuilder builder, Editors editors, View view) {
        AcpClient client = builder.info("workbench", "1.0.0")
                .transcripts(TranscriptOptions.builder().maxEntries(10_000).build())
                .host(FileSystemService.builder()
                        .writable((file, content) -> true) // edits were allowed before, where the user saw the diff
                        .overlay(editors)
                        .build())
                .host(TerminalService.of(command -> view.confirms("Run " + String.join(" ", command.words()) + "?")))
                .host(PermissionBroker.builder()
                        .rule(PermissionRule.allow(ToolKind.READ, ToolKind.SEARCH))
                        .prompt(question -> question.option(
                                view.confirms(question.title() + "?")
                                        ? PermissionOptionKind.ALLOW_ONCE
                                        : PermissionOptionKind.REJECT_ONCE))
                        .build())
                .connect();
        return new Workbench(client, view);
    }
    // end

    // snippet:open
    ClientSession begin(Path project) {
        return watched(client.newSession(project));
    }

    ClientSession reopen(SessionId session, Path project) {
        return watched(client.loadSession(session, project));
    }

    private ClientSession watched(ClientSession session) {
        view.show(session.id(), ConversationText.of(session.transcript().snapshot()));
        session.transcript().onChange((change, now) -> view.show(session.id(), ConversationText.of(now)));
        return session;
    }
    // end

    // snippet:tree
    /** Returns the stored sessions of a project, each fork below the session that it was made from. */
    List<String> tree(Path project) {
        return client.sessionTree().in(project.toString()).nodes().stream()
                .map(Workbench::line)
                .toList();
    }

    private static String line(SessionNode node) {
        return "  ".repeat(node.level()) + node.displayName();
    }
    // end

    // snippet:edit
    /** Sends something else in the place of an earlier message, in a fork that ends before it; the session stays as it was. */
    ClientSession edit(ClientSession session, MessageId message, String text) {
        PromptTurn edited = session.forks().editAndFork(message, text);
        watched(edited.session());
        edited.await();
        return edited.session();
    }
    // end

    @Override
    public void close() {
        client.close();
    }
}
