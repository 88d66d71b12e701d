/**
 * The envelopes in which proxies and the conductor between them exchange messages. Not settled in the protocol.
 */
@NullMarked
package io.acp4j.schema.proxy;

import org.jspecify.annotations.NullMarked;
