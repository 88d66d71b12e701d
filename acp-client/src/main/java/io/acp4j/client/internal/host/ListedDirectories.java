package io.acp4j.client.internal.host;

import io.acp4j.client.SessionDirectoryException;
import io.acp4j.client.SessionParameters;
import io.acp4j.rpc.internal.text.HiddenCharacters;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directories in which sessions may be opened of which only the agent's list tells where they are. */
public final class ListedDirectories {

    /** Those of an agent that may name any. */
    public static final ListedDirectories ANYWHERE = new ListedDirectories(null);

    /** How much of a directory a message repeats. */
    private static final int SHOWN_CHARS = 200;

    /** Null when the agent may name any. */
    private final @Nullable List<Path> named;

    private ListedDirectories(@Nullable List<Path> named) {
        this.named = named;
    }

    /** Returns the directories of an application that has named them. */
    public static ListedDirectories in(List<Path> directories) {
        return new ListedDirectories(List.copyOf(directories));
    }

    /**
     * Checks where a listed session is to be opened.
     *
     * @throws SessionDirectoryException when one of its directories lies elsewhere, through links and all
     */
    public void require(SessionId session, SessionParameters listed) {
        if (named == null) {
            return;
        }
        List<Path> roots = named.stream().flatMap(ListedDirectories::real).toList();
        Stream.concat(Stream.of(listed.cwd()), listed.additionalDirectories().stream())
                .filter(directory -> !isIn(roots, directory))
                .findFirst()
                .ifPresent(directory -> {
                    throw new SessionDirectoryException(
                            "session " + LogText.of(session.value()) + " is listed in " + shown(directory)
                                    + ", which is in no directory that AcpClientBuilder.trustedSessionRoots names; name it there,"
                                    + " or open the session in a directory of yours, as with loadSession(id, directory)",
                            session,
                            directory);
                });
    }

    private static String shown(String directory) {
        String visible = HiddenCharacters.escaped(directory, false);
        return visible.length() > SHOWN_CHARS ? visible.substring(0, SHOWN_CHARS) + "…" : visible;
    }

    /** Returns a directory without links; none where there is no such directory, so that nothing is in it. */
    private static Stream<Path> real(Path directory) {
        try {
            return Stream.of(directory.toRealPath());
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static boolean isIn(List<Path> roots, String directory) {
        try {
            PathLocation found = PathLocation.of(PathNames.parse(directory), PathLocation.Lookup.FILES);
            return found != null
                    && found.obstacle() == null
                    && roots.stream().anyMatch(root -> found.real().startsWith(root));
        } catch (IOException | FileAccessException e) {
            return false;
        }
    }
}
