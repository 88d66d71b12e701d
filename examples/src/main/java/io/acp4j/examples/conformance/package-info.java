/** An agent that does on request whatever an agent can do, to be certified. */
@NullMarked
package io.acp4j.examples.conformance;

import org.jspecify.annotations.NullMarked;
