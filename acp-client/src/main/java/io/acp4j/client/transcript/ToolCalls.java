package io.acp4j.client.transcript;

import io.acp4j.schema.v1.tool.ToolKind;
import io.acp4j.schema.v1.update.ToolCall;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import org.jspecify.annotations.Nullable;

/** How reports about one tool call add up. */
final class ToolCalls {

    private ToolCalls() {}

    /** Two patches, one after the other, as one. */
    static ToolCallUpdate patched(ToolCallUpdate first, ToolCallUpdate then) {
        return new ToolCallUpdate(
                first.toolCallId(),
                newer(first.title(), then.title()),
                newer(first.name(), then.name()),
                newer(first.kind(), then.kind()),
                newer(first.status(), then.status()),
                newer(first.content(), then.content()),
                newer(first.locations(), then.locations()),
                newer(first.rawInput(), then.rawInput()),
                newer(first.rawOutput(), then.rawOutput()),
                newer(first.meta(), then.meta()));
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
                .name(newer(more.name(), call.name()))
                .rawInput(newer(more.rawInput(), call.rawInput()))
                .rawOutput(newer(more.rawOutput(), call.rawOutput()))
                .meta(newer(more.meta(), call.meta()));
        if (call.content().isEmpty() && more.content() != null) {
            builder.content(more.content());
        }
        if (call.locations().isEmpty() && more.locations() != null) {
            builder.locations(more.locations());
        }
        if (call.kind().equals(ToolKind.OTHER) && more.kind() != null) {
            builder.kind(more.kind());
        }
        return builder.build();
    }

    private static <T> @Nullable T newer(@Nullable T first, @Nullable T then) {
        return then == null ? first : then;
    }
}
