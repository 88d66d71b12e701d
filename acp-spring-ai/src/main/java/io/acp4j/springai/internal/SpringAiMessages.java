package io.acp4j.springai.internal;

import io.acp4j.agent.internal.model.ModelCall;
import io.acp4j.agent.internal.model.ModelMessage;
import io.acp4j.agent.internal.model.ModelPart;
import io.acp4j.agent.internal.model.ModelResult;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeType;

/** Writes messages in the types of Spring AI. */
final class SpringAiMessages {

    private SpringAiMessages() {}

    static Message of(ModelMessage message) {
        if (message instanceof ModelMessage.User user) {
            return user(user.parts());
        }
        if (message instanceof ModelMessage.Model model) {
            return model(model.text(), model.calls());
        }
        return ToolResponseMessage.builder()
                .responses(((ModelMessage.Results) message)
                        .results().stream().map(SpringAiMessages::response).toList())
                .build();
    }

    static AssistantMessage model(String text, List<ModelCall> calls) {
        return AssistantMessage.builder()
                .content(text)
                .toolCalls(calls.stream()
                        .map(call ->
                                new AssistantMessage.ToolCall(call.id(), "function", call.tool(), call.arguments()))
                        .toList())
                .build();
    }

    private static ToolResponseMessage.ToolResponse response(ModelResult result) {
        return new ToolResponseMessage.ToolResponse(
                result.call().id(), result.call().tool(), result.text());
    }

    /** Returns a message of the user: one text, and media beside it, as the library has them. */
    private static UserMessage user(List<ModelPart> parts) {
        List<String> texts = new ArrayList<>();
        List<Media> media = new ArrayList<>();
        for (ModelPart part : parts) {
            if (part instanceof ModelPart.Text text) {
                texts.add(text.text());
            } else if (part instanceof ModelPart.Media file) {
                try {
                    media.add(media(file));
                } catch (InvalidMimeTypeException e) {
                    texts.add(ModelPart.unsupported(file.mimeType()));
                }
            }
        }
        return UserMessage.builder().text(String.join("\n", texts)).media(media).build();
    }

    private static Media media(ModelPart.Media file) {
        return Media.builder()
                .mimeType(MimeType.valueOf(file.mimeType()))
                .data(Base64.getDecoder().decode(file.data()))
                .build();
    }
}
