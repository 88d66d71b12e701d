/**
 * Makes what an agent has said safe to be shown in a page.
 *
 * <p><b>The rule.</b> What an agent has said can do nothing in a page: no script, no link to follow, no image to fetch.
 * Secrets are masked until somebody asks for them.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.text.SafeHtml} is for what is shown as Markdown, {@link
 * io.acp4j.inspector.text.SecretMask} for frames.
 */
@NullMarked
package io.acp4j.inspector.text;

import org.jspecify.annotations.NullMarked;
