/** Asking the user, through the client, for input: in a form or on a web page. */
@NullMarked
package io.acp4j.schema.elicitation;

import org.jspecify.annotations.NullMarked;
