// Written by build-support/write-types from src/protocol/proxy.yaml: change that, not this.
/**
 * The envelopes in which proxies and the conductor between them exchange messages. Not settled in the protocol.
 *
 * <p><b>The rule.</b> An envelope carries a method and its parameters as they are; whether anybody knows the method is
 * no concern of it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.proxy.ProxySuccessorRequest} wraps a request, {@link
 * io.acp4j.schema.proxy.ProxySuccessorNotification} a notification.
 */
@NullMarked
package io.acp4j.schema.proxy;

import org.jspecify.annotations.NullMarked;
