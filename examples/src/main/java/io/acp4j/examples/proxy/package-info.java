/** A proxy between a client and an agent. */
@NullMarked
package io.acp4j.examples.proxy;

import org.jspecify.annotations.NullMarked;
