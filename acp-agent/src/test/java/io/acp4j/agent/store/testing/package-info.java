/**
 * For authors of session stores: {@link io.acp4j.agent.store.testing.SessionStoreContract} is what every store passes.
 */
@NullMarked
package io.acp4j.agent.store.testing;

import org.jspecify.annotations.NullMarked;
