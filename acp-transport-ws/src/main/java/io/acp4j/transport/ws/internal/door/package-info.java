/** How the module of Streamable HTTP starts a server that serves more than WebSockets. */
@NullMarked
package io.acp4j.transport.ws.internal.door;

import org.jspecify.annotations.NullMarked;
