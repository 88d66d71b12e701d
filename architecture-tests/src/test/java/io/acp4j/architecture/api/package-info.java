/** The text in which the API of a module is kept, so that no change of it goes unseen. */
@org.jspecify.annotations.NullMarked
package io.acp4j.architecture.api;
