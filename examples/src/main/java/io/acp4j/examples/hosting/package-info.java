/** A client that serves files, commands and permissions. */
@NullMarked
package io.acp4j.examples.hosting;

import org.jspecify.annotations.NullMarked;
