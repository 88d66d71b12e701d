/**
 * The conformance kit as a command.
 *
 * <p><b>The rule.</b> The kit runs in the same way as from its separate archive. This package only adds the configured agents.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.certify.CertifyProcess} starts it.
 */
@NullMarked
package io.acp4j.cli.certify;

import org.jspecify.annotations.NullMarked;
