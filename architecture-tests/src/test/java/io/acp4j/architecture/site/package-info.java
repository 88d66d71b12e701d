/** Makes static pages of the documents: {@link io.acp4j.architecture.site.Site} writes them, {@code build-support/site} calls it. */
@org.jspecify.annotations.NullMarked
package io.acp4j.architecture.site;
