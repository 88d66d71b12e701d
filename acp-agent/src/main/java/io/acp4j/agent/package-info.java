/** What an agent author builds an agent with. */
@NullMarked
package io.acp4j.agent;

import org.jspecify.annotations.NullMarked;
