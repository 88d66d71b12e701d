/** What a person can ask of the console itself. */
@NullMarked
package io.acp4j.examples.console.command;

import org.jspecify.annotations.NullMarked;
