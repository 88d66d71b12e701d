/**
 * Texts for logs, messages of exceptions and people, for all modules: names shortened and made harmless, times as people
 * read them, the reason in an error's data; the beginning of a damaged frame; and how much a peer can have logged.
 *
 * <p><b>The rule.</b> Knows nothing of connections; what a peer has named comes out short and cannot
 * steer a terminal.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.text.LogText} is what most callers need.
 */
@NullMarked
package io.acp4j.rpc.internal.text;

import org.jspecify.annotations.NullMarked;
