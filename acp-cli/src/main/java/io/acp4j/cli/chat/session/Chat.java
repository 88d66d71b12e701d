package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AuthenticationRequiredException;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionOrigin;
import io.acp4j.client.fork.ForkOptions;
import io.acp4j.client.fork.ForkPoint;
import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.ForkedTurn;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.fork.NoForkPointException;
import io.acp4j.client.fork.SessionForest;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The sessions with one agent, one of which the person looks at. For one thread. */
public final class Chat {

    private static final long COMMANDS_SECONDS = 2;

    private final AcpClient client;
    private final Screen screen;
    private final Turns turns;
    private final ConversationView view;
    private final SessionBook book;
    private final Path cwd;
    private final Login login;
    private @Nullable ForkableSession current;

    /** Talks to an agent; the first session is opened when it is needed, so that none is left behind that nobody used. */
    public Chat(AcpClient client, Screen screen, Path cwd) {
        this.client = client;
        this.screen = screen;
        this.cwd = cwd;
        this.view = new ConversationView(screen);
        this.turns = new Turns(screen, view);
        this.book = new SessionBook(client);
        this.login = new Login(client, screen);
    }

    /** Returns the screen. */
    public Screen screen() {
        return screen;
    }

    /** Returns the session that the person looks at; opens one when there is none. */
    public ForkableSession current() {
        ForkableSession open = current;
        if (open == null) {
            open = ForkableSession.of(created());
            current = open;
            book.opened(open);
            view.show(open.session().transcript());
        }
        return open;
    }

    private ClientSession created() {
        try {
            return opening();
        } catch (AuthenticationRequiredException e) {
            login.by("");
            return opening();
        }
    }

    private ClientSession opening() {
        // Nobody could delete a session that comes to be after it was given up.
        Screen.Work work = screen.working("opening a session", null);
        try {
            return client.newSession(cwd);
        } finally {
            work.close();
        }
    }

    /** Returns the agent's own commands, as far as they are known. */
    public List<AvailableCommand> agentCommands() {
        return current == null
                ? List.of()
                : current.session().transcript().snapshot().commands();
    }

    /**
     * Returns true if the agent has a command. It sends its commands after a session is opened, so a new session waits for them for 2
     * seconds at most.
     */
    public boolean hasAgentCommand(String name) {
        boolean isNew = current == null;
        ClientSession session = current().session();
        if (isNew) {
            awaitCommands(session);
        }
        return agentCommands().stream().anyMatch(command -> command.name().equals(name));
    }

    private static void awaitCommands(ClientSession session) {
        CompletableFuture<Boolean> arrived = new CompletableFuture<>();
        ClientSession.Subscription subscription = session.onUpdate((any, update) -> {
            if (update instanceof AvailableCommandsUpdate) {
                arrived.complete(true);
            }
        });
        try {
            if (session.transcript().snapshot().commands().isEmpty()) {
                arrived.completeOnTimeout(false, COMMANDS_SECONDS, TimeUnit.SECONDS)
                        .join();
            }
        } finally {
            subscription.close();
        }
    }

    /** Returns whether the person looks at a session. */
    public boolean isAt(SessionId session) {
        return current != null && current.session().id().equals(session);
    }

    /** Begins a new session with the next prompt. */
    public void begin() {
        leave();
        screen.line("a new session begins with your next prompt", Style.DIM);
    }

    /** Leaves the session; one in which nothing was said is deleted, or closed, where the agent can do so. */
    public void leave() {
        ForkableSession left = current;
        current = null;
        if (left == null || !left.messages().messages().isEmpty()) {
            return;
        }
        SessionOrigin opening = left.session().opening();
        SessionCapabilities agent = client.agentCapabilities().sessionCapabilities();
        if (opening == null || !opening.method().equals(Methods.SESSION_NEW)) {
            return;
        }
        book.forget(left.session().id());
        try {
            if (agent.delete() != null) {
                left.session().delete();
            } else if (agent.close() != null) {
                left.session().close();
            }
        } catch (AcpErrorException e) {
            // It is the agent's to keep, and no reason not to leave.
            screen.line("The agent keeps a session in which nothing was said: " + e.getMessage(), Style.DIM);
        }
    }

    /** Logs in, by the way of a number or id, or by one that the person chooses. */
    public void login(String way) {
        login.by(way);
    }

    /** Shows the modes, or chooses one. */
    public void mode(String name) {
        new Settings(screen, view).mode(current().session(), name);
    }

    /** Shows the models, or chooses one. */
    public void model(String name) {
        new Settings(screen, view).model(current().session(), name);
    }

    /** Stops a tool call or a terminal of the agent, or shows what can be stopped. */
    public void stop(String name) {
        new AgentWork(screen).stop(current().session(), name);
    }

    /** Shows the branches inside the session. */
    public void branches() {
        new Branches(screen).show(current().session());
    }

    /** Goes on at the end of another branch of the session. */
    public void go(String branch) {
        ForkableSession here = current();
        view.leave(); // The agent sends what is on the branch, which was said before.
        try {
            new Branches(screen).go(here.session(), branch);
            new Recap(screen, here).show(heading(here));
        } finally {
            view.showOpened(here.session().transcript());
        }
    }

    /** Labels a message of the session, or takes its label away. */
    public void label(HistoryMessage message, String label) {
        if (message.id() == null) {
            throw new ChatException("The agent has given this message no id, so it cannot be labelled.");
        }
        new Branches(screen).label(current().session(), message.id(), label);
        screen.line("message " + (message.index() + 1) + (label.isBlank() ? " has no label" : ": " + label), Style.DIM);
    }

    /** Deletes a session, by its number or its id. */
    public void delete(String name) {
        SessionId id = known(name);
        client.deleteSession(id);
        if (isAt(id)) {
            current = null;
        }
        book.forget(id);
        screen.line("deleted session " + book.number(id), Style.DIM);
    }

    /** Returns the messages of that session. */
    public List<HistoryMessage> messages() {
        return current().messages().messages();
    }

    /** Finds a message by its number, from 1 on. */
    public HistoryMessage message(String number) {
        if (number.isEmpty()) {
            throw new ChatException("Say which message; /messages shows those that there are.");
        }
        List<HistoryMessage> messages = messages();
        if (!number.matches("[1-9][0-9]{0,5}") || Integer.parseInt(number) > messages.size()) {
            throw new ChatException("There is no message \"" + number + "\". /messages shows those that there are.");
        }
        return messages.get(Integer.parseInt(number) - 1);
    }

    /** Returns a message as text. */
    public static String text(HistoryMessage message) {
        return Blocks.text(message.content());
    }

    /** Returns the beginning of a message, in one line. */
    public static String preview(HistoryMessage message) {
        return Blocks.preview(message.content());
    }

    /** Returns the session that the person looks at as Markdown. */
    public String document() {
        ForkableSession session = current();
        return Document.of(session, book.title(session));
    }

    /** Returns all sessions that are known. */
    public List<SessionInfo> sessions() {
        return book.rows();
    }

    /** Returns all sessions that are known, forks below what they were forked from. */
    public SessionForest forest() {
        return SessionForest.of(sessions());
    }

    /** Returns the number of a session, which {@link #switchTo} understands. */
    public int number(SessionId session) {
        return book.number(session);
    }

    /** Prompts, and waits for the end of the turn. */
    public void prompt(String text) {
        ClientSession session = current().session();
        turns.run(session, session.promptAsync(text));
        showNewBranches();
    }

    private void showNewBranches() {
        try {
            for (SessionInfo row : book.newBranches()) {
                String name = row.title() == null ? "" : " · " + VisibleText.line(row.title());
                screen.line("new branch: session " + number(row.sessionId()) + name, Style.DIM);
            }
        } catch (AcpErrorException e) {
            screen.line("The agent does not list its sessions: " + e.getMessage(), Style.DIM);
        }
    }

    /** Forks the session and goes on in the fork. */
    public void fork(ForkPoint point, int inherited) {
        ForkableSession source = current();
        ForkableSession fork = forked(() -> source.fork(point));
        book.forked(fork, source, inherited);
        turnTo(fork);
    }

    /** Says something else than a message of the person, in a fork. */
    public void edit(HistoryMessage message, String text) {
        List<ContentBlock> prompt = List.of(ContentBlock.text(text));
        take(forked(() -> current().editAndFork(message, prompt, ForkOptions.DEFAULT)), message.index());
    }

    /** Asks for another answer, in a fork. */
    public void regenerate(HistoryMessage answer) {
        int question = answer.index();
        while (question > 0 && !messages().get(question).role().equals(BranchRole.USER)) {
            question--;
        }
        take(forked(() -> current().regenerate(answer, ForkOptions.DEFAULT)), question);
    }

    /** Returns what was forked; where the agent forks nothing at all, that is what the person is told. */
    private <T> T forked(Supplier<T> fork) {
        try {
            return fork.get();
        } catch (NoForkPointException e) {
            throw client.agentCapabilities().sessionCapabilities().fork() == null
                    ? new ChatException("This agent cannot fork sessions.")
                    : e;
        }
    }

    private void take(ForkedTurn turn, int inherited) {
        book.forked(turn.fork(), current(), inherited);
        turnTo(turn.fork());
        turns.run(turn.session(), turn.turn().result());
        showNewBranches();
    }

    private void turnTo(ForkableSession session) {
        current = session;
        screen.line(heading(session), Style.DIM);
        if (session.session().turnInProgress() || hasOwn(session)) {
            view.show(session.session().transcript());
        } else {
            view.showOpened(session.session().transcript());
        }
    }

    private static boolean hasOwn(ForkableSession session) {
        Conversation now = session.session().transcript().snapshot();
        return now.lastStop() != null;
    }

    private String heading(ForkableSession session) {
        String name = book.title(session);
        return "session " + number(session.session().id()) + (name == null ? "" : " · " + name);
    }

    /** Turns to another session, by its number or its id, and shows how it ended. */
    public void switchTo(String name) {
        SessionId id = known(name);
        ForkableSession open = book.find(id);
        ForkableSession next = open == null ? opened(id) : open;
        if (!isAt(id)) {
            leave();
        }
        current = next;
        new Recap(screen, next).show(heading(next));
        if (open == null) {
            // Some agents replay a session after they have responded that it is loaded.
            view.showOpened(next.session().transcript());
        } else {
            view.follow(next.session().transcript());
        }
    }

    private SessionId known(String name) {
        if (book.named(name) == null) {
            book.rows();
        }
        SessionId id = book.named(name);
        if (id == null) {
            throw new ChatException("There is no session \"" + name + "\". /sessions shows those that there are.");
        }
        return id;
    }

    private ForkableSession opened(SessionId id) {
        SessionInfo row = book.rows().stream()
                .filter(info -> info.sessionId().equals(id))
                .findFirst()
                .orElseThrow(() -> new ChatException("The agent does not list session " + id + " any more."));
        // Where it can only be resumed, what was said before is not known here.
        ClientSession session = client.agentCapabilities().loadSession()
                ? client.loadSession(LoadSessionRequest.builder(id, row.cwd()).build(), null)
                : client.resumeSession(
                        ResumeSessionRequest.builder(id, row.cwd()).build(), null);
        ForkableSession forkable = ForkableSession.of(session);
        book.opened(forkable);
        return forkable;
    }
}
