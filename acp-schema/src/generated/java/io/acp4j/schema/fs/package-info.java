// Written by build-support/write-types from src/protocol/fs.yaml: change that, not this.
/**
 * Reading and writing text files through the client, with the unsaved changes of its editors.
 *
 * <p><b>The rule.</b> An agent sends these requests only to a client that has advertised {@code fs.readTextFile} or
 * {@code fs.writeTextFile}. Paths are absolute.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.fs.ReadTextFileRequest} and {@link
 * io.acp4j.schema.fs.WriteTextFileRequest} are all there is.
 */
@NullMarked
package io.acp4j.schema.fs;

import org.jspecify.annotations.NullMarked;
