/** Running commands in terminals of the client. */
@NullMarked
package io.acp4j.schema.terminal;

import org.jspecify.annotations.NullMarked;
