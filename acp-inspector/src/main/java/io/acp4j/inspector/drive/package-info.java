/** Drives an agent: its connection, its sessions and their tree, and what it asks the user. */
@NullMarked
package io.acp4j.inspector.drive;

import org.jspecify.annotations.NullMarked;
