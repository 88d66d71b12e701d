// Written by build-support/write-types from src/protocol/provider.yaml: change that, not this.
/**
 * The providers of models that a client may configure for an agent. Not settled in the protocol.
 *
 * <p><b>The rule.</b> Secrets go to the agent only: what it reports of a provider has none.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.provider.ListProvidersRequest} asks for the {@link
 * io.acp4j.schema.provider.ProviderInfo providers}, {@link io.acp4j.schema.provider.SetProviderRequest} configures one.
 */
@NullMarked
package io.acp4j.schema.provider;

import org.jspecify.annotations.NullMarked;
