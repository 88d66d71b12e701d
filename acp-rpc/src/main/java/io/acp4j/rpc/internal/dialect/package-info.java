/**
 * The dialects of the versions of the protocol, for the modules that select one.
 *
 * <p><b>The rule.</b> Knows that there are versions, and names none: who selects one says what it allows.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.dialect.WireDialect}.
 */
@NullMarked
package io.acp4j.rpc.internal.dialect;

import org.jspecify.annotations.NullMarked;
