package io.acp4j.agent.internal.persistence;

import io.acp4j.schema.tool.DiffPatch;
import io.acp4j.schema.tool.FileChanges;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;

/** Changes of files as every version can show them later: a list of changes becomes the text of its patch. */
final class StoredDiffs {

    private StoredDiffs() {}

    static SessionUpdate in(SessionUpdate update) {
        if (update instanceof ToolCall call && has(call.content())) {
            return call.toBuilder().content(plain(call.content())).build();
        }
        if (update instanceof ToolCallUpdate change
                && change.content().value() != null
                && has(change.content().value())) {
            return change.toBuilder().content(plain(change.content().value())).build();
        }
        return update;
    }

    private static boolean has(List<ToolCallContent> content) {
        return content.stream().anyMatch(FileChanges.class::isInstance);
    }

    private static List<ToolCallContent> plain(List<ToolCallContent> content) {
        return content.stream()
                .map(each -> each instanceof FileChanges changes ? plain(changes) : each)
                .toList();
    }

    private static ToolCallContent plain(FileChanges changes) {
        DiffPatch patch = changes.patch();
        return ToolCallContent.text(patch == null ? "(changed files)" : "```diff\n" + patch.text() + "\n```");
    }
}
