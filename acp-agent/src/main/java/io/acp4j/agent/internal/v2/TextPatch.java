package io.acp4j.agent.internal.v2;

import io.acp4j.schema.internal.patch.GitPatch;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.DiffChange;
import io.acp4j.schema.tool.DiffPatch;
import io.acp4j.schema.tool.DiffPatchFormat;
import io.acp4j.schema.tool.FileAdded;
import io.acp4j.schema.tool.FileChanges;
import io.acp4j.schema.tool.FileModified;
import java.util.List;

/** Makes of the text of a file before and after a change what the draft has instead: an operation and a patch as Git writes it. */
final class TextPatch {

    private TextPatch() {}

    /** Returns the same change, with both texts whole in the patch, so that a client can show either. */
    static FileChanges of(Diff diff) {
        DiffChange change = diff.oldText() == null ? FileAdded.of(diff.path()) : FileModified.of(diff.path());
        return FileChanges.builder(List.of(change))
                .patch(DiffPatch.of(
                        DiffPatchFormat.GIT_PATCH, GitPatch.write(diff.path(), diff.oldText(), diff.newText())))
                .meta(diff.meta())
                .build();
    }
}
