/** The smallest agent. */
@NullMarked
package io.acp4j.examples.echo;

import org.jspecify.annotations.NullMarked;
