/** The inspector as a program: its command line, and what it puts together. */
@NullMarked
package io.acp4j.inspector;

import org.jspecify.annotations.NullMarked;
