/** What the tests of transports share. */
@NullMarked
package io.acp4j.transport.ws.testing;

import org.jspecify.annotations.NullMarked;
