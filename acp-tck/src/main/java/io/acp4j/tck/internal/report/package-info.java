/** Reports for people, build servers and badges. */
@NullMarked
package io.acp4j.tck.internal.report;

import org.jspecify.annotations.NullMarked;
