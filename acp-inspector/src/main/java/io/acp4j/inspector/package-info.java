/**
 * The inspector as a program: its command line, and what it puts together.
 *
 * <p><b>The rule.</b> The other packages do not know this one, nor each other more than they must: what page, log and agent
 * need of each other is connected here.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.Main} reads the command line; {@link io.acp4j.inspector.Inspector} is
 * an agent with its page, {@link io.acp4j.inspector.Viewer} a page for conversations of others.
 *
 * <p>The program is a jar with its libraries in {@code lib/} beside it, not one jar: the signatures and licences of
 * libraries stay as they are.
 */
@NullMarked
package io.acp4j.inspector;

import org.jspecify.annotations.NullMarked;
