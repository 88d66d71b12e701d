package io.acp4j.client.internal.session;

import io.acp4j.client.AirForkDetection;
import io.acp4j.client.ClientLimits;
import io.acp4j.client.UpdateListener;
import io.acp4j.client.internal.protocol.CancellationPolicy;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.Meta;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a client was built with. */
public record ClientConfiguration(
        Transport transport,
        ProtocolHandlers.Builder handlers,
        HostLink hostLink,
        Elicitations elicitations,
        ConnectionOptions options,
        @Nullable Implementation info,
        @Nullable Meta meta,
        ClientCapabilities capabilities,
        @Nullable UpdateListener updateListener,

        @Nullable
        RequestHandler<RequestPermissionRequest, CompletionStage<RequestPermissionResponse>, RequestContext>
                permissionHandler,

        @Nullable TranscriptOptions transcripts,
        AirForkDetection airForkDetection,
        Set<ProtocolVersion> versions,
        Transport.@Nullable Factory reconnection,
        @Nullable List<Path> trustedSessionRoots,
        ClientLimits limits,
        CancellationPolicy cancellation) {}
