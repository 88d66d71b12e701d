/** A client for the terminal that talks to any agent. */
@NullMarked
package io.acp4j.examples.console;

import org.jspecify.annotations.NullMarked;
