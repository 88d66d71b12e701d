/** Tests of frames that are damaged between a client and an agent, with and without proxies between them. */
@NullMarked
package io.acp4j.proxy.damage;

import org.jspecify.annotations.NullMarked;
