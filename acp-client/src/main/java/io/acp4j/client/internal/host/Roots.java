package io.acp4j.client.internal.host;

import io.acp4j.client.ClientSession;
import io.acp4j.client.HostSessions;
import io.acp4j.client.SessionParameters;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.SessionId;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directories of the sessions of one connection, and what lies in them. */
public final class Roots {

    private static final Logger LOG = LoggerFactory.getLogger(Roots.class);

    private final HostSessions sessions;

    /** The directories without links, from their first use on: a link that takes their place later is not followed. */
    private final Map<ClientSession, Resolved> known = Collections.synchronizedMap(new WeakHashMap<>());

    public Roots(HostSessions sessions) {
        this.sessions = sessions;
    }

    private record Resolved(SessionParameters parameters, List<Path> directories) {}

    /** A place within a root: the names that lead there, of which the last ones may not exist. */
    public record Place(Path root, List<Path> names, int missing) {

        Path path() {
            Path path = root;
            for (Path name : names) {
                path = path.resolve(name);
            }
            return path;
        }

        boolean exists() {
            return missing == 0;
        }
    }

    /** Finds the session of a request. */
    public ClientSession session(SessionId id) {
        ClientSession session = sessions.find(id);
        if (session == null) {
            throw AcpErrorException.notFound("sessionId", id.value());
        }
        return session;
    }

    public boolean hasEnded(SessionId id) {
        return sessions.find(id) == null;
    }

    /** Finds where a path leads, through links and all, and refuses it unless that is in one of the session's directories. */
    public Place locate(ClientSession session, String text) {
        PathLocation found;
        try {
            found = PathLocation.of(PathNames.parse(text), PathLocation.Lookup.FILES);
        } catch (IOException e) {
            throw cannotBeFollowed(text, e);
        }
        if (found == null) {
            throw outside(text);
        }
        Path root = null;
        for (Path candidate : directories(session)) {
            if (found.real().startsWith(candidate) && (root == null || candidate.startsWith(root))) {
                root = candidate;
            }
        }
        if (root == null) {
            throw outside(text);
        }
        if (found.obstacle() != null) {
            throw cannotBeFollowed(text, found.obstacle());
        }
        List<Path> names = new ArrayList<>();
        if (!found.real().equals(root)) {
            root.relativize(found.real()).forEach(names::add);
        }
        names.addAll(found.missing());
        return new Place(root, List.copyOf(names), found.missing().size());
    }

    private static FileAccessException cannotBeFollowed(String text, IOException why) {
        return new FileAccessException(FileAccessException.FAILED, text, "The path cannot be followed: " + why(why));
    }

    private static FileAccessException outside(String text) {
        return new FileAccessException(
                FileAccessException.OUTSIDE_ROOTS, text, "The path leads out of the session's directories");
    }

    /** Returns what the system says, without the paths that Java puts before it. */
    public static String why(IOException e) {
        String said = e instanceof FileSystemException f ? f.getReason() : null;
        return Objects.requireNonNullElse(said, e.getClass().getSimpleName());
    }

    private List<Path> directories(ClientSession session) {
        SessionParameters parameters = Objects.requireNonNull(session.parameters(), "parameters");
        Resolved resolved = known.get(session);
        if (resolved == null || !resolved.parameters().equals(parameters)) {
            resolved = new Resolved(parameters, resolve(session, parameters));
            known.put(session, resolved);
        }
        return resolved.directories();
    }

    private static List<Path> resolve(ClientSession session, SessionParameters parameters) {
        List<Path> directories = new ArrayList<>();
        Stream.concat(Stream.of(parameters.cwd()), parameters.additionalDirectories().stream())
                .forEach(directory -> {
                    try {
                        Path path = Path.of(directory);
                        if (path.isAbsolute() && Files.isDirectory(path)) {
                            directories.add(path.toRealPath());
                            return;
                        }
                        LOG.warn(
                                "A directory of session {} is none on this machine; it is not served",
                                LogText.of(session.id().value()));
                    } catch (IOException | InvalidPathException e) {
                        LOG.warn(
                                "A directory of session {} cannot be found; it is not served",
                                LogText.of(session.id().value()),
                                e);
                    }
                });
        return List.copyOf(directories);
    }
}
