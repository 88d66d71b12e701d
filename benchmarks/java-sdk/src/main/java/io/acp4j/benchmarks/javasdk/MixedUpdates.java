package io.acp4j.benchmarks.javasdk;

import com.agentclientprotocol.sdk.spec.AcpSchema.AgentMessageChunk;
import com.agentclientprotocol.sdk.spec.AcpSchema.Plan;
import com.agentclientprotocol.sdk.spec.AcpSchema.PlanEntry;
import com.agentclientprotocol.sdk.spec.AcpSchema.PlanEntryPriority;
import com.agentclientprotocol.sdk.spec.AcpSchema.PlanEntryStatus;
import com.agentclientprotocol.sdk.spec.AcpSchema.SessionUpdate;
import com.agentclientprotocol.sdk.spec.AcpSchema.TextContent;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCall;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallContent;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallContentBlock;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallDiff;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallLocation;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallStatus;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallUpdateNotification;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolKind;
import com.agentclientprotocol.sdk.spec.AcpSchema.UsageUpdate;
import java.util.List;
import java.util.Map;

/** The mixture of updates of {@code benchmarks/WORKLOAD.md}. Each is made anew, as an agent would. */
final class MixedUpdates {

    private static final int CYCLE = 20;
    private static final String PATH = "/home/user/project/src/main.c";

    private final String text = Texts.of("ascii");
    private final String oldCode = Texts.of("code");
    private final String newCode = oldCode + oldCode;

    SessionUpdate update(int number) {
        return switch (number % CYCLE) {
            case 0 -> new Plan(
                    "plan",
                    List.of(
                            entry("Find the fault", PlanEntryStatus.COMPLETED),
                            entry("Mend it", PlanEntryStatus.IN_PROGRESS),
                            entry("Run the tests", PlanEntryStatus.PENDING)));
            case 5 -> new ToolCall(
                    "tool_call", "call-1", "Edit main.c", ToolKind.EDIT, ToolCallStatus.PENDING, null,
                    List.of(new ToolCallLocation(PATH, null)), null, null, null);
            case 6 -> change("call-1", ToolCallStatus.IN_PROGRESS, null);
            case 7 -> change("call-1", ToolCallStatus.COMPLETED, new ToolCallDiff("diff", PATH, oldCode, newCode));
            case 13 -> new ToolCall(
                    "tool_call", "call-2", "make test", ToolKind.EXECUTE, ToolCallStatus.PENDING, null, null,
                    Map.of("command", "make test"), null, null);
            case 14 -> change("call-2", ToolCallStatus.COMPLETED, new ToolCallContentBlock("content", new TextContent(text)));
            case 19 -> new UsageUpdate("usage_update", (long) number, 200_000L);
            default -> new AgentMessageChunk("agent_message_chunk", new TextContent(text), "message-1");
        };
    }

    private static PlanEntry entry(String content, PlanEntryStatus status) {
        return new PlanEntry(content, PlanEntryPriority.MEDIUM, status);
    }

    private static ToolCallUpdateNotification change(String id, ToolCallStatus status, ToolCallContent content) {
        return new ToolCallUpdateNotification(
                "tool_call_update", id, null, null, status, content == null ? null : List.of(content), null, null, null, null);
    }
}
