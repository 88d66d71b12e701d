/**
 * Reading and writing JSON by streaming: codecs, how they are declared, and raw JSON for what is only passed on.
 *
 * <p><b>The rule.</b> A type declares its members once, and reader, writer and description come of it. A fault names its
 * path and never the contents. Databind is loaded only for types of the application's own.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.json.JsonCodec} reads and writes; every protocol type has one in its
 * {@code CODEC} constant, most of them made by {@link io.acp4j.schema.json.ObjectCodec}.
 */
@NullMarked
package io.acp4j.schema.json;

import org.jspecify.annotations.NullMarked;
