/** What both peers of the interop tests share. */
@NullMarked
package io.acp4j.interop;

import org.jspecify.annotations.NullMarked;
