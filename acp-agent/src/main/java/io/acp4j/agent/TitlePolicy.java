package io.acp4j.agent;

import io.acp4j.agent.tree.SessionTitles;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the title of a stored session that has none when its first prompt comes. The title is stored with the prompt and
 * sent to the client as {@code session_info_update} before the prompt handler runs. The agent replaces it by an update of
 * its own.
 *
 * @see SessionServiceOptions#titles()
 * @since 0.1.0
 */
@FunctionalInterface
public interface TitlePolicy {

    /** The beginning of the prompt: its first text, or else the name of its first link, as one line of at most 80 characters. */
    TitlePolicy FIRST_PROMPT = prompt -> {
        for (ContentBlock block : prompt) {
            String text = block instanceof TextContent said
                    ? said.text()
                    : block instanceof ResourceLink link ? link.name() : "";
            String line = SessionTitles.oneLine(text, 80);
            if (!line.isEmpty()) {
                return line;
            }
        }
        return null;
    };

    /** No title: sessions have the one that the agent or the client chooses. */
    TitlePolicy NONE = prompt -> null;

    /**
     * Returns the title for a session. Called on a handler thread before the turn begins, once for each time that a session
     * without a title is opened and prompted; should be quick, since the turn waits for it.
     *
     * @param prompt the first prompt of the session
     * @return the title, which is made one line of at most {@value SessionTitles#MAX_LENGTH} characters; null or blank for
     *     none
     */
    @Nullable
    String title(List<ContentBlock> prompt);
}
