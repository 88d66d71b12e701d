/** What is tested of clients: the kit plays the agent that the client has started, and tells the client's driver what to do. */
@NullMarked
package io.acp4j.tck.internal.client;

import org.jspecify.annotations.NullMarked;
