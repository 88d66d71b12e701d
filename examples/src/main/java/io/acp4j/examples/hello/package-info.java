/** The smallest client. */
@NullMarked
package io.acp4j.examples.hello;

import org.jspecify.annotations.NullMarked;
