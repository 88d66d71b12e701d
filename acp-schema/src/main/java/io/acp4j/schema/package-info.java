/**
 * What every version of the protocol shares: ids, {@link io.acp4j.schema.Meta metadata}, JSON-RPC's
 * {@link io.acp4j.schema.RequestId request ids} and {@link io.acp4j.schema.ErrorObject errors}, and the description of a
 * {@link io.acp4j.schema.Method method}.
 *
 * <p>The messages themselves lie in one package per area of the protocol below {@code io.acp4j.schema}; how they are
 * read and written is {@link io.acp4j.schema.json}.
 */
@NullMarked
package io.acp4j.schema;

import org.jspecify.annotations.NullMarked;
