/** An agent as a bean of any container for Jakarta's dependency injection. */
@NullMarked
package io.acp4j.examples.beans;

import org.jspecify.annotations.NullMarked;
