package io.acp4j.architecture.versions.agent;

/** A type whose name is about one version. */
public class SessionOfV2 {}
