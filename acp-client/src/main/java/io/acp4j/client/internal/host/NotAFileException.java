package io.acp4j.client.internal.host;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Thrown when there is something else than a regular file. */
final class NotAFileException extends FileSystemException {

    private static final long serialVersionUID = 1L;

    NotAFileException(Path name) {
        super(name.toString(), null, "not a regular file");
    }
}
