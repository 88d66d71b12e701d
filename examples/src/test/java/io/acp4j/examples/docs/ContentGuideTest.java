package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptTurn;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.content.TextResourceContents;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.update.AgentMessageChunk;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The code of docs/guides/content.md, run. */
class ContentGuideTest {

    private static final Path PROJECT = Path.of(".").toAbsolutePath();

    private final Queue<ContentBlock> said = new ConcurrentLinkedQueue<>();

    private static AcpAgentBuilder agent() {
        // snippet:agent
        return AcpAgent.builder()
                .info("seeing", "1.0.0")
                .capabilities(all -> all.promptCapabilities(PromptCapabilities.builder()
                        .image(true)
                        .embeddedContext(true)
                        .build()))
                .onPrompt(ContentGuideTest::look);
        // end
    }

    // snippet:turn
    private static void look(PromptTurn turn) {
        for (ContentBlock block : turn.prompt()) {
            if (block instanceof TextContent text) {
                turn.say("text of " + text.text().length() + " characters\n");
            } else if (block instanceof ImageContent image) {
                turn.say(image.mimeType() + " of " + Base64.getDecoder().decode(image.data()).length + " bytes\n");
            } else if (block instanceof ResourceLink link) {
                turn.say("a link to " + link.uri() + "\n"); // read it yourself, or ask the client for it
            } else if (block instanceof EmbeddedResource embedded
                    && embedded.resource() instanceof TextResourceContents file) {
                turn.say(file.uri() + " with " + file.text().lines().count() + " lines\n");
            } else {
                turn.say("something else\n"); // a later version of the protocol may have more kinds
            }
        }
    }
    // end

    private AcpClient connected(AcpAgentBuilder agent) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.build().serve(pair.agent());
        return AcpClient.builder(pair.client())
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) said.add(chunk.content());
                })
                .connect();
    }

    @Test
    void promptHoldsSeveralKinds() {
        byte[] screenshot = {1, 2, 3};
        try (AcpClient client = connected(agent())) {
            ClientSession session = client.newSession(PROJECT);
            // snippet:client
            session.prompt(
                    ContentBlock.text("What is wrong here?"),
                    ImageContent.of(screenshot, "image/png"),
                    ResourceLink.of("file:///project/README.md", "README.md"),
                    EmbeddedResource.of(TextResourceContents.of("file:///project/a.txt", "one\ntwo\n")));
            // end
        }
        assertThat(said)
                .extracting(block -> ((TextContent) block).text().strip())
                .containsExactly(
                        "text of 19 characters",
                        "image/png of 3 bytes",
                        "a link to file:///project/README.md",
                        "file:///project/a.txt with 2 lines");
    }

    @Test
    void imageIsNotSentToAnAgentThatTakesNone() {
        try (AcpClient client =
                connected(AcpAgent.builder().info("blind", "1.0.0").onPrompt(turn -> {}))) {
            ClientSession session = client.newSession(PROJECT);

            assertThatThrownBy(() -> session.prompt(ImageContent.of(new byte[] {1}, "image/png")))
                    .isInstanceOf(UnsupportedCapabilityException.class)
                    .hasMessageContaining("promptCapabilities.image");
        }
    }

    @Test
    void agentSaysAnImage() {
        byte[] chart = {4, 5};
        try (AcpClient client =
                connected(AcpAgent.builder().info("drawing", "1.0.0").onPrompt(turn -> {
                    // snippet:say
                    turn.say("Here is the chart:");
                    turn.say(ImageContent.of(chart, "image/png"));
                    // end
                }))) {
            client.newSession(PROJECT).prompt("Draw");
        }
        assertThat(said).hasSize(2).last().isInstanceOf(ImageContent.class);
    }
}
