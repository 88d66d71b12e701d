/**
 * Texts for logs, messages of exceptions and people, for all modules: names shortened and made harmless, times as people
 * read them, the reason in an error's data. Pure functions.
 */
@NullMarked
package io.acp4j.rpc.internal.text;

import org.jspecify.annotations.NullMarked;
