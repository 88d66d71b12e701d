package io.acp4j.inspector.drive;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.TextResourceContents;
import io.acp4j.schema.init.PromptCapabilities;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Makes a prompt of what the page sends: a text, and files. */
final class Prompts {

    private Prompts() {}

    static List<ContentBlock> of(JsonNode message, PromptCapabilities advertised) {
        List<ContentBlock> blocks = new ArrayList<>();
        String text = message.path("text").asText();
        if (!text.isEmpty()) {
            blocks.add(ContentBlock.text(text));
        }
        for (JsonNode file : message.path("files")) {
            blocks.add(file(file, advertised));
        }
        if (blocks.isEmpty()) {
            throw new PageException("a prompt has a text or a file");
        }
        return blocks;
    }

    private static ContentBlock file(JsonNode file, PromptCapabilities advertised) {
        String name = file.path("name").asText("file");
        String type = file.path("type").asText();
        byte[] bytes = Base64.getDecoder().decode(file.path("data").asText());
        if (type.startsWith("image/")) {
            return ImageContent.of(bytes, type);
        }
        if (type.startsWith("audio/")) {
            return AudioContent.of(bytes, type);
        }
        String text = new String(bytes, UTF_8);
        if (text.indexOf('\0') >= 0) {
            throw new PageException("text files, images and audio can be sent, not other binary files");
        }
        return advertised.embeddedContext()
                ? EmbeddedResource.of(TextResourceContents.of(uri(name), text))
                : ContentBlock.text("The file " + name + ":\n\n" + text);
    }

    private static String uri(String name) {
        try {
            return new URI("file", "", "/" + name, null).toString();
        } catch (URISyntaxException e) {
            throw new PageException("this name of a file makes no address");
        }
    }
}
