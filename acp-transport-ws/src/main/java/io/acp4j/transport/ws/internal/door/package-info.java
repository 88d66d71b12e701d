/**
 * How the module of Streamable HTTP starts a server that serves more than WebSockets.
 *
 * <p><b>The rule.</b> Exported to that module only, and no other way leads from it into this one's servers.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.ws.internal.door.ServerDoor} is all there is.
 */
@NullMarked
package io.acp4j.transport.ws.internal.door;

import org.jspecify.annotations.NullMarked;
