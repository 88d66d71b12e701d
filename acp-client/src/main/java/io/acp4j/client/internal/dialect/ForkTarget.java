package io.acp4j.client.internal.dialect;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchRole;
import org.jspecify.annotations.Nullable;

/** The message that a fork is to end with, and what is known of it. */
public interface ForkTarget {

    /** Returns its id. */
    MessageId id();

    /** Returns whose message it is; null when that is not known. */
    @Nullable
    BranchRole role();

    /** Returns its text; null when that, or what comes before the message, is not known. */
    @Nullable
    String text();

    /** Returns how many messages of the agent up to this one have its text; 1 where the text is not known. */
    int occurrence();
}
