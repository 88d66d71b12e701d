/**
 * The client of the tutorial, with the parts of an IDE: a list of sessions and their tree, a conversation with diffs, editors whose unsaved
 * text the agent sees, permissions, commands and edited messages. {@link io.acp4j.examples.tutorial.client.Workbench} puts them together.
 */
@NullMarked
package io.acp4j.examples.tutorial.client;

import org.jspecify.annotations.NullMarked;
