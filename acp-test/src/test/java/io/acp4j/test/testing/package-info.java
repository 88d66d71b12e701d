/** What adapters of libraries for language models have to do, tested with a model that plays a script. */
@NullMarked
package io.acp4j.test.testing;

import org.jspecify.annotations.NullMarked;
