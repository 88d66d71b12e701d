/**
 * Between an editor and its agent, unnoticed by both: passes bytes on, and keeps a copy for a page to show.
 *
 * <p><b>The rule.</b> What passes is not changed and never waits for the copy; what the copy cannot take in time is left out
 * of it, and it says where. Tap and page share nothing but files.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.tap.Tap} passes bytes on, {@link
 * io.acp4j.inspector.tap.SpoolWatch} reads the files for a page.
 *
 * <p>A tap copies bytes between streams, and is not made with acp-proxy: that replaces ids, and what a tap passes on must be
 * the same, garbage included. Editors start and kill agents when they like; with files between them, tap and page never wait
 * for each other.
 */
@NullMarked
package io.acp4j.inspector.tap;

import org.jspecify.annotations.NullMarked;
