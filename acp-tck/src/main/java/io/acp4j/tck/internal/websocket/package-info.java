/** WebSockets byte for byte, for what a library would neither send nor show. */
@NullMarked
package io.acp4j.tck.internal.websocket;

import org.jspecify.annotations.NullMarked;
