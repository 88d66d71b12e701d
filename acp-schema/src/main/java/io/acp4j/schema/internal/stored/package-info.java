/**
 * How updates are kept in stores, whatever the version of the protocol that they came in. Start with {@code StoredUpdates}. Exported
 * to acp-agent only, whose tree and store know no version.
 */
@NullMarked
package io.acp4j.schema.internal.stored;

import org.jspecify.annotations.NullMarked;
