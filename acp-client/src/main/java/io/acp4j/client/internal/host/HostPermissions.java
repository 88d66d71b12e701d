package io.acp4j.client.internal.host;

import io.acp4j.client.ClientSession;
import io.acp4j.client.HostSessions;
import io.acp4j.client.host.PermissionQuestion;
import io.acp4j.client.host.PermissionRule;
import io.acp4j.client.internal.permission.OfferedOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Responds to the permission requests of one connection. */
public final class HostPermissions {

    private final PermissionSettings settings;
    private final HostSessions sessions;
    private final Map<SessionId, Memory> memories = new ConcurrentHashMap<>();
    private final Map<SessionId, ToolKinds> kinds = new ConcurrentHashMap<>();

    public HostPermissions(PermissionSettings settings, HostSessions sessions) {
        this.settings = settings;
        this.sessions = sessions;
    }

    /** What the user has chosen in one session; its lock makes questions wait for one another. */
    private static final class Memory {
        private final ReentrantLock asking = new ReentrantLock(true);
        private final Map<Object, PermissionOption> choices;

        Memory(int limit) {
            choices = new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Object, PermissionOption> eldest) {
                    return size() > limit;
                }
            };
        }

        synchronized @Nullable PermissionOption recall(@Nullable Object subject) {
            return subject == null ? null : choices.get(subject);
        }

        synchronized void remember(Object subject, PermissionOption chosen) {
            choices.put(subject, chosen);
        }
    }

    public RequestPermissionResponse decide(RequestPermissionRequest request) throws Exception {
        ClientSession session = sessions.findMentioned(request.sessionId());
        if (session == null) {
            throw AcpErrorException.notFound("sessionId", request.sessionId().value());
        }
        ToolKinds known = kinds.getOrDefault(session.id(), new ToolKinds());
        PermissionQuestion question = new PermissionQuestion(session, request, known.said(request.toolCall()));
        for (PermissionRule rule : settings.rules()) {
            PermissionRule.Decision decision = rule.decide(question);
            if (decision == PermissionRule.Decision.ASK_USER) {
                break;
            }
            if (decision == PermissionRule.Decision.REJECT) {
                return rejection(question);
            }
            if (decision == PermissionRule.Decision.ALLOW) {
                PermissionOption once = question.option(PermissionOptionKind.ALLOW_ONCE);
                if (once != null) {
                    return RequestPermissionResponse.selected(once.optionId());
                }
                break; // Only the user may allow more than this call.
            }
        }
        return remembered(question);
    }

    /** Notes what the agent says of its tool calls. */
    public void follow(SessionId session, SessionUpdate update) {
        if (update instanceof ToolCall call) {
            follow(session, call.toolCallId(), call.kind());
        } else if (update instanceof ToolCallUpdate call) {
            follow(session, call.toolCallId(), call.kind().value());
        }
    }

    private void follow(SessionId session, ToolCallId call, @Nullable ToolKind kind) {
        if (sessions.findMentioned(session) != null) {
            kinds.computeIfAbsent(session, any -> new ToolKinds()).add(call, kind);
        }
    }

    private RequestPermissionResponse remembered(PermissionQuestion question) throws Exception {
        SessionId id = question.session().id();
        Memory memory = memories.computeIfAbsent(id, any -> new Memory(settings.maxRemembered()));
        if (sessions.findMentioned(id) == null) {
            // It has ended since; what forgets it may have been here before.
            forget(id);
        }
        Object subject = settings.subject().apply(question);
        RequestPermissionResponse known = recalled(question, memory.recall(subject));
        if (known != null) {
            return known;
        }
        memory.asking.lockInterruptibly();
        try {
            // The question before this one may have been the same.
            known = recalled(question, memory.recall(subject));
            return known != null ? known : ask(question, memory, subject);
        } finally {
            memory.asking.unlock();
        }
    }

    /** Returns the response that a remembered choice allows; null if the user must decide again. */
    private static @Nullable RequestPermissionResponse recalled(
            PermissionQuestion question, @Nullable PermissionOption chosen) {
        if (chosen == null) {
            return null;
        }
        if (chosen.kind().equals(PermissionOptionKind.REJECT_ALWAYS)) {
            return rejection(question);
        }
        PermissionOption once = question.option(PermissionOptionKind.ALLOW_ONCE);
        // Another lasting option may allow more than the one that the user has selected.
        PermissionOption allowed = once == null && question.options().contains(chosen) ? chosen : once;
        return allowed == null ? null : RequestPermissionResponse.selected(allowed.optionId());
    }

    private RequestPermissionResponse ask(PermissionQuestion question, Memory memory, @Nullable Object subject)
            throws Exception {
        if (settings.prompt() == null) {
            return rejection(question);
        }
        PermissionOption chosen = settings.prompt().ask(question);
        if (chosen == null) {
            return RequestPermissionResponse.cancelled();
        }
        if (!question.options().contains(chosen)) {
            throw new IllegalStateException("the user was given other options than the agent offers");
        }
        boolean lasting = chosen.kind().equals(PermissionOptionKind.ALLOW_ALWAYS)
                || chosen.kind().equals(PermissionOptionKind.REJECT_ALWAYS);
        if (subject != null && lasting && !OfferedOptions.isAmbiguous(question.options(), chosen.optionId())) {
            memory.remember(subject, chosen);
        }
        return RequestPermissionResponse.selected(chosen.optionId());
    }

    private static RequestPermissionResponse rejection(PermissionQuestion question) {
        PermissionOption once = question.option(PermissionOptionKind.REJECT_ONCE);
        PermissionOption option = once != null ? once : question.option(PermissionOptionKind.REJECT_ALWAYS);
        return option == null
                ? RequestPermissionResponse.cancelled()
                : RequestPermissionResponse.selected(option.optionId());
    }

    public void forget(SessionId session) {
        memories.remove(session);
        kinds.remove(session);
    }
}
