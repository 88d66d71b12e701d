/**
 * Reading and writing JSON by streaming: codecs, how they are declared, and raw JSON for what is only passed on.
 *
 * <p>Start at {@link io.acp4j.schema.json.JsonCodec}; every protocol type has one in its {@code CODEC} constant.
 */
@NullMarked
package io.acp4j.schema.json;

import org.jspecify.annotations.NullMarked;
