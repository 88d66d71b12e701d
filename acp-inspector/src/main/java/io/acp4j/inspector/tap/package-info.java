/**
 * Taps between an editor and its agent: they pass bytes on and keep a copy for a page.
 *
 * <p><b>The rule.</b> Both sides receive unchanged bytes, which never wait for the copy. If the copy is too slow, it has a gap, and records
 * where. Tap and page share only files.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.tap.Tap} passes bytes on, {@link
 * io.acp4j.inspector.tap.SpoolWatch} reads the files for a page.
 *
 * <p>A tap copies bytes between streams and does not use acp-proxy, which replaces ids: a tap must pass on all bytes unchanged, invalid
 * messages included. Editors start and kill agents at any time. With files between them, tap and page never wait for each other.
 */
@NullMarked
package io.acp4j.inspector.tap;

import org.jspecify.annotations.NullMarked;
