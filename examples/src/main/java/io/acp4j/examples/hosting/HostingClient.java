package io.acp4j.examples.hosting;

import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.host.FileSystemService;
import io.acp4j.client.host.PermissionBroker;
import io.acp4j.client.host.PermissionRule;
import io.acp4j.client.host.TerminalService;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.stdio.AgentCommand;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Scanner;
import java.util.function.Predicate;

/**
 * A client that lets its agent work on the files of the current directory, and asks before anything is changed.
 *
 * <p>{@code HostingClient "what to do" agent --its --arguments}
 */
public final class HostingClient {

    private static final Scanner INPUT = new Scanner(System.in, Charset.defaultCharset());

    private HostingClient() {}

    /** Has an agent do one thing. */
    public static void main(String[] args) {
        AgentCommand command = AgentCommand.of(Arrays.asList(args).subList(1, args.length));
        try (SupervisedAgent agent = SupervisedAgent.builder(command)
                .client(builder -> host(builder, HostingClient::confirmed))
                .start()) {
            agent.client().newSession(Path.of(".")).prompt(args[0]);
        }
    }

    /** Serves files, commands and permissions; the user is asked a question, and says yes or no. */
    static void host(AcpClientBuilder builder, Predicate<String> user) {
        // snippet:host
        builder.host(FileSystemService.readWrite((file, content) -> user.test("Write " + file.requested() + "?")))
                .host(TerminalService.of(command -> user.test("Run " + String.join(" ", command.words()) + "?")))
                .host(PermissionBroker.builder()
                        .rule(PermissionRule.allow(ToolKind.READ, ToolKind.SEARCH))
                        .prompt(question -> question.option(
                                user.test(question.title() + "?")
                                        ? PermissionOptionKind.ALLOW_ONCE
                                        : PermissionOptionKind.REJECT_ONCE))
                        .build());
        // end
        builder.onUpdate((session, update) -> {
            if (update instanceof AgentMessageChunk chunk) {
                System.out.print(chunk.text());
            }
        });
    }

    private static boolean confirmed(String question) {
        System.out.print(question + " [y/N] ");
        return INPUT.hasNextLine() && INPUT.nextLine().toLowerCase(Locale.ROOT).startsWith("y");
    }
}
