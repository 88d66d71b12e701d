package io.acp4j.architecture.versions.v2;

/** A type of one version. */
public record Patch(String value) {}
