/** Puts the interop agents behind clients of another version of the protocol. */
@NullMarked
package io.acp4j.interop.bridge;

import org.jspecify.annotations.NullMarked;
