package io.acp4j.client.host;

import io.acp4j.client.ClientSession;
import java.nio.file.Path;

/**
 * A file that an agent wants to read or write, found to lie within its session's directories.
 *
 * @param session the session
 * @param requested the absolute path that the agent named, as it named it
 * @param resolved the same place without links; the file itself and some of the directories above it need not exist
 * @since 0.1.0
 */
public record HostFile(ClientSession session, Path requested, Path resolved) {}
