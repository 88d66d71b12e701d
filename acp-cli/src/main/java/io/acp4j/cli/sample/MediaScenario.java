package io.acp4j.cli.sample;

import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextResourceContents;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.ToolKind;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/** Sends an image in a message and in a tool call, a link and an embedded file. */
final class MediaScenario implements Scenario {

    private static final int WIDTH = 480;
    private static final int HEIGHT = 240;
    private static final int[] BARS = {40, 90, 60, 150, 120, 180, 200};

    @Override
    public void play(ScenarioTurn turn, String argument) throws IOException, InterruptedException {
        ImageContent image = ImageContent.of(chart(), "image/png");
        turn.say("The items in stock, day by day:\n\n");
        turn.say(image);
        turn.turn().endMessage();
        ToolCallHandle call = turn.run("Draw a chart", ToolKind.OTHER, "chart.png");
        call.complete(new Content(image, null));
        turn.say("The figures are from this report:");
        turn.say(ResourceLink.builder("https://agentclientprotocol.com/protocol/v1/content", "stock-report")
                .title("Stock report")
                .description("A link; no file exists at this place")
                .mimeType("text/html")
                .build());
        turn.say(EmbeddedResource.of(TextResourceContents.builder(
                        "file:///samples/stock.csv", "day,items\n1,40\n2,90\n3,60\n4,150\n5,120\n6,180\n7,200\n")
                .mimeType("text/csv")
                .build()));
    }

    /** Draws without text, so that the picture does not depend on installed fonts. */
    private static byte[] chart() throws IOException {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        int step = WIDTH / (BARS.length + 1);
        for (int i = 0; i < BARS.length; i++) {
            graphics.setColor(new Color(0x2f, 0x6f, 0x9f + 8 * i));
            graphics.fillRect(step / 2 + i * step, HEIGHT - 20 - BARS[i], step * 2 / 3, BARS[i]);
        }
        graphics.setColor(Color.DARK_GRAY);
        graphics.fillRect(step / 2, HEIGHT - 20, WIDTH - step, 2);
        graphics.dispose();
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.setUseCache(false);
        ImageIO.write(image, "png", png);
        return png.toByteArray();
    }
}
