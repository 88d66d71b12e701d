/**
 * An agent of the newer version behind a client of the older one: states become turns.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge.newer;

import org.jspecify.annotations.NullMarked;
