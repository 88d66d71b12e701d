package io.acp4j.client.internal.conversation;

import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How reports about one tool call add up. */
final class ToolCalls {

    private ToolCalls() {}

    /** Two patches, one after the other, as one. */
    static ToolCallUpdate patched(ToolCallUpdate first, ToolCallUpdate then) {
        return new ToolCallUpdate(
                first.toolCallId(),
                first.title().then(then.title()),
                first.name().then(then.name()),
                first.kind().then(then.kind()),
                first.status().then(then.status()),
                first.content().then(then.content()),
                first.locations().then(then.locations()),
                first.rawInput().then(then.rawInput()),
                first.rawOutput().then(then.rawOutput()),
                first.capabilities().then(then.capabilities()),
                first.meta().then(then.meta()));
    }

    /** A call that is announced a second time in its turn; what the second one leaves out stays. */
    static ToolCall repeated(ToolCall call, ToolCall again) {
        return again.toBuilder()
                .name(newer(call.name(), again.name()))
                .content(again.content().isEmpty() ? call.content() : again.content())
                .locations(again.locations().isEmpty() ? call.locations() : again.locations())
                .rawInput(newer(call.rawInput(), again.rawInput()))
                .rawOutput(newer(call.rawOutput(), again.rawOutput()))
                .meta(newer(call.meta(), again.meta()))
                .build();
    }

    /** A call with what it lacks taken from a description that is not newer. */
    static ToolCall completed(ToolCall call, ToolCallUpdate more) {
        ToolCall.Builder builder = call.toBuilder()
                .name(newer(more.name().value(), call.name()))
                .rawInput(newer(more.rawInput().value(), call.rawInput()))
                .rawOutput(newer(more.rawOutput().value(), call.rawOutput()))
                .meta(newer(more.meta().value(), call.meta()));
        List<ToolCallContent> content = more.content().value();
        List<ToolCallLocation> locations = more.locations().value();
        ToolKind kind = more.kind().value();
        if (call.content().isEmpty() && content != null) {
            builder.content(content);
        }
        if (call.locations().isEmpty() && locations != null) {
            builder.locations(locations);
        }
        if (call.kind().equals(ToolKind.OTHER) && kind != null) {
            builder.kind(kind);
        }
        return builder.build();
    }

    private static <T> @Nullable T newer(@Nullable T first, @Nullable T then) {
        return then == null ? first : then;
    }
}
