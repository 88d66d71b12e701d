/** What a client author drives an agent with. */
@NullMarked
package io.acp4j.client;

import org.jspecify.annotations.NullMarked;
