/** What holds for both sides: JSON-RPC, the transports, and what nobody should send. */
@NullMarked
package io.acp4j.tck.internal.jsonrpc;

import org.jspecify.annotations.NullMarked;
