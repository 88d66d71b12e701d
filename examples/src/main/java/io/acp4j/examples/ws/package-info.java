/** An agent for many clients over WebSockets, whose sessions outlive the connections. */
@NullMarked
package io.acp4j.examples.ws;

import org.jspecify.annotations.NullMarked;
