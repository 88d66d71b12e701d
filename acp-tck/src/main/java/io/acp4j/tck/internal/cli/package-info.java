/** The command line. */
@NullMarked
package io.acp4j.tck.internal.cli;

import org.jspecify.annotations.NullMarked;
