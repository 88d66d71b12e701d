/**
 * How updates are kept in stores, whatever the version of the protocol that they came in.
 *
 * <p><b>The rule.</b> What is stored has one form for all versions, so a session begun in one is read in another. The
 * package is exported to acp-agent only, whose tree and store know no version.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.internal.stored.StoredUpdates} reads and writes all of it.
 */
@NullMarked
package io.acp4j.schema.internal.stored;

import org.jspecify.annotations.NullMarked;
