package io.acp4j.client.host;

import io.acp4j.client.ClientSession;
import io.acp4j.client.HostSessions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.permission.PermissionOption;
import io.acp4j.schema.v1.permission.PermissionOptionKind;
import io.acp4j.schema.v1.permission.RequestPermissionRequest;
import io.acp4j.schema.v1.permission.RequestPermissionResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Answers the questions of one connection. */
final class HostPermissions {

    private final PermissionBroker settings;
    private final HostSessions sessions;
    private final Map<SessionId, Memory> memories = new ConcurrentHashMap<>();

    HostPermissions(PermissionBroker settings, HostSessions sessions) {
        this.settings = settings;
        this.sessions = sessions;
    }

    /** What the user has chosen in one session; its lock makes questions wait for one another. */
    private static final class Memory {
        private final ReentrantLock asking = new ReentrantLock(true);
        private final Map<Object, PermissionDecision> choices;

        Memory(int limit) {
            choices = new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Object, PermissionDecision> eldest) {
                    return size() > limit;
                }
            };
        }

        synchronized PermissionDecision recall(@Nullable Object subject) {
            return subject == null ? PermissionDecision.ASK : choices.getOrDefault(subject, PermissionDecision.ASK);
        }

        synchronized void remember(Object subject, PermissionDecision choice) {
            choices.put(subject, choice);
        }
    }

    RequestPermissionResponse decide(RequestPermissionRequest request) throws Exception {
        ClientSession session = sessions.find(request.sessionId());
        if (session == null) {
            throw AcpErrorException.notFound("sessionId", request.sessionId().value());
        }
        PermissionQuestion question = new PermissionQuestion(session, request);
        for (PermissionRule rule : settings.rules) {
            PermissionDecision decision = rule.decide(question);
            if (decision != PermissionDecision.ASK) {
                return answer(question, decision);
            }
        }
        return remembered(question);
    }

    private RequestPermissionResponse remembered(PermissionQuestion question) throws Exception {
        SessionId id = question.session().id();
        Memory memory = memories.computeIfAbsent(id, any -> new Memory(settings.maxRemembered));
        if (sessions.find(id) == null) {
            // It has ended since; whoever forgets it may have been here before.
            forget(id);
        }
        Object subject = settings.subject.apply(question);
        PermissionDecision known = memory.recall(subject);
        if (known != PermissionDecision.ASK) {
            return answer(question, known);
        }
        memory.asking.lockInterruptibly();
        try {
            // The question before this one may have been the same.
            known = memory.recall(subject);
            return known != PermissionDecision.ASK ? answer(question, known) : ask(question, memory, subject);
        } finally {
            memory.asking.unlock();
        }
    }

    private RequestPermissionResponse ask(PermissionQuestion question, Memory memory, @Nullable Object subject)
            throws Exception {
        if (settings.prompt == null) {
            return answer(question, PermissionDecision.REJECT);
        }
        PermissionOption chosen = settings.prompt.ask(question);
        if (chosen == null) {
            return RequestPermissionResponse.cancelled();
        }
        if (!question.options().contains(chosen)) {
            throw new IllegalStateException("the user was given other options than the agent offers");
        }
        PermissionDecision lasting = lasting(chosen.kind());
        if (subject != null && lasting != PermissionDecision.ASK) {
            memory.remember(subject, lasting);
        }
        return RequestPermissionResponse.selected(chosen.optionId());
    }

    private static PermissionDecision lasting(PermissionOptionKind kind) {
        if (kind.equals(PermissionOptionKind.ALLOW_ALWAYS)) {
            return PermissionDecision.ALLOW;
        }
        return kind.equals(PermissionOptionKind.REJECT_ALWAYS) ? PermissionDecision.REJECT : PermissionDecision.ASK;
    }

    private static RequestPermissionResponse answer(PermissionQuestion question, PermissionDecision decision) {
        boolean allow = decision == PermissionDecision.ALLOW;
        PermissionOption option =
                question.option(allow ? PermissionOptionKind.ALLOW_ONCE : PermissionOptionKind.REJECT_ONCE);
        if (option == null) {
            option = question.option(allow ? PermissionOptionKind.ALLOW_ALWAYS : PermissionOptionKind.REJECT_ALWAYS);
        }
        return option == null
                ? RequestPermissionResponse.cancelled()
                : RequestPermissionResponse.selected(option.optionId());
    }

    void forget(SessionId session) {
        memories.remove(session);
    }
}
