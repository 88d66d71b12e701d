/** How a client under test is started, and finds the kit where it looks for its agent. */
@NullMarked
package io.acp4j.tck.internal.launch;

import org.jspecify.annotations.NullMarked;
