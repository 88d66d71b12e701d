/** Running commands in terminals of the client. */
@NullMarked
package io.acp4j.schema.v1.terminal;

import org.jspecify.annotations.NullMarked;
