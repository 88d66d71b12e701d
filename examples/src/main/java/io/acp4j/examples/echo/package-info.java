/**
 * The smallest agent there is, for a first look.
 *
 * <p><b>The rule.</b> As few lines as an agent can have that listens on its standard streams and responds.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.echo.EchoAgent} is all there is.
 */
@NullMarked
package io.acp4j.examples.echo;

import org.jspecify.annotations.NullMarked;
