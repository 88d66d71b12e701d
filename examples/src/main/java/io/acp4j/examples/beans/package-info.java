/**
 * An agent as a bean of any container for Jakarta's dependency injection.
 *
 * <p><b>The rule.</b> No class of a container is used, only the annotations that all of them have.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.beans.AgentService} is the bean, {@link
 * io.acp4j.examples.beans.AgentPort} its configuration.
 */
@NullMarked
package io.acp4j.examples.beans;

import org.jspecify.annotations.NullMarked;
