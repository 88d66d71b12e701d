package io.acp4j.langchain4j.internal;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.acp4j.agent.internal.model.ModelCall;
import io.acp4j.agent.internal.model.ModelMessage;
import io.acp4j.agent.internal.model.ModelPart;
import io.acp4j.agent.internal.model.ModelResult;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes messages in the types of LangChain4j. */
final class LangChain4jMessages {

    private LangChain4jMessages() {}

    static Stream<ChatMessage> of(ModelMessage message) {
        if (message instanceof ModelMessage.User user) {
            return Stream.of(UserMessage.from(
                    user.parts().stream().map(LangChain4jMessages::content).toList()));
        }
        if (message instanceof ModelMessage.Model model) {
            AiMessage.Builder said = AiMessage.builder();
            if (!model.text().isEmpty()) {
                said.text(model.text());
            }
            return Stream.of(said.toolExecutionRequests(model.calls().stream()
                            .map(LangChain4jMessages::request)
                            .toList())
                    .build());
        }
        return of((ModelMessage.Results) message);
    }

    static Stream<ChatMessage> of(ModelMessage.Results results) {
        return results.results().stream().map(LangChain4jMessages::result);
    }

    static ToolExecutionRequest request(ModelCall call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.tool())
                .arguments(call.arguments())
                .build();
    }

    static List<ModelCall> calls(AiMessage message) {
        return message.hasToolExecutionRequests()
                ? message.toolExecutionRequests().stream()
                        .map(request -> new ModelCall(
                                orEmpty(request.id()), orEmpty(request.name()), orEmpty(request.arguments())))
                        .toList()
                : List.of();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static ChatMessage result(ModelResult result) {
        return ToolExecutionResultMessage.builder()
                .id(result.call().id())
                .toolName(result.call().tool())
                .text(result.text())
                .isError(result.failed())
                .build();
    }

    private static Content content(ModelPart part) {
        if (part instanceof ModelPart.Text text) {
            return TextContent.from(text.text());
        }
        ModelPart.Media media = (ModelPart.Media) part;
        String type = media.mimeType().toLowerCase(Locale.ROOT);
        if (type.startsWith("image/")) {
            return ImageContent.from(media.data(), media.mimeType());
        }
        if (type.startsWith("audio/")) {
            return AudioContent.from(media.data(), media.mimeType());
        }
        return type.equals("application/pdf")
                ? PdfFileContent.from(media.data(), media.mimeType())
                : TextContent.from(ModelPart.unsupported(media.mimeType()));
    }
}
