/**
 * An agent of the older version behind a client of the newer one: turns become states.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge.older;

import org.jspecify.annotations.NullMarked;
