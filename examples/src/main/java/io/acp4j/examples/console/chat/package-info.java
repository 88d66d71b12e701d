/** What is talked about with an agent: the sessions, what is shown of them, and the turns. */
@NullMarked
package io.acp4j.examples.console.chat;

import org.jspecify.annotations.NullMarked;
