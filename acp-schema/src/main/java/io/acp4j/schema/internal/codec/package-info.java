/**
 * Codecs of members that several types have, or that are checked beyond their kind.
 *
 * <p><b>The rule.</b> What reads and writes one type alone, and so knows it, is in the package of that type; only what knows none of the types that use it
 * is here.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.internal.codec.Counts} is typical; {@link io.acp4j.schema.internal.codec.MetaMember} is for values in {@code
 * _meta}.
 */
@NullMarked
package io.acp4j.schema.internal.codec;

import org.jspecify.annotations.NullMarked;
