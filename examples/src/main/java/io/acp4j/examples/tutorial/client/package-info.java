/**
 * The client of the tutorial, with the parts of an IDE: a list of sessions and their tree, a conversation with diffs,
 * editors whose unsaved text the agent sees, permissions, commands and edited messages.
 *
 * <p><b>The rule.</b> The tutorial is made of this code, piece by piece; a view stands for any toolkit, so none is used.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.tutorial.client.Workbench} puts the parts together.
 */
@NullMarked
package io.acp4j.examples.tutorial.client;

import org.jspecify.annotations.NullMarked;
