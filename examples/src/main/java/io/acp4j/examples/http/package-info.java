/** The smallest agent for many clients on the network. */
@NullMarked
package io.acp4j.examples.http;

import org.jspecify.annotations.NullMarked;
