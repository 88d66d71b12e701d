/** The program that a client starts as its agent. */
@NullMarked
package io.acp4j.tck.internal.bridge;

import org.jspecify.annotations.NullMarked;
