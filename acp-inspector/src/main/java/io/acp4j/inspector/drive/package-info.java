/**
 * Drives an agent for the page: its connection, its sessions and their tree, and what it asks the user.
 *
 * <p><b>The rule.</b> Nothing is written, run or allowed without the user, and everything goes through the public API of the
 * client, so the inspector can do what any client can.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.drive.Workbench} is what a page can do with an agent, {@link
 * io.acp4j.inspector.drive.LiveAgent} the connection; {@link io.acp4j.inspector.drive.ReadingRoom} is for conversations of
 * others.
 */
@NullMarked
package io.acp4j.inspector.drive;

import org.jspecify.annotations.NullMarked;
