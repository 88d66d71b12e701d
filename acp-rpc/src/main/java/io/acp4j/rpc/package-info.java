/** The symmetric JSON-RPC peer: connections, handlers, limits, and the transport SPI. */
@NullMarked
package io.acp4j.rpc;

import org.jspecify.annotations.NullMarked;
