/**
 * The conformance kit as a command.
 *
 * <p><b>The rule.</b> The kit runs as it does from its own archive; this package adds the configured agents.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.certify.CertifyProcess} starts it.
 */
@NullMarked
package io.acp4j.cli.certify;

import org.jspecify.annotations.NullMarked;
