/** Reading and writing text files through the client, unsaved changes in its editors included. */
@NullMarked
package io.acp4j.schema.fs;

import org.jspecify.annotations.NullMarked;
