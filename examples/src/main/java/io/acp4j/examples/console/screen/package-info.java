/** Where the person sits: a terminal, or a pipe. */
@NullMarked
package io.acp4j.examples.console.screen;

import org.jspecify.annotations.NullMarked;
