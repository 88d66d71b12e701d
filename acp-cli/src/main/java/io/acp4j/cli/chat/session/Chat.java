package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.SessionTreeView;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.update.AvailableCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The sessions with one agent, one of which is the current session. Not thread-safe. */
public final class Chat {

    private final AcpClient client;
    private final Screen screen;
    private final Turns turns;
    private final ConversationView view;
    private final SessionBook book;
    private final Path cwd;
    private final Login login;
    private final ChatSessionOpener opener;
    private @Nullable ClientSession current;

    /** Creates a chat. Its first session is opened when it is needed, so that no unused session remains. */
    public Chat(AcpClient client, Screen screen, Path cwd) {
        this(client, screen, cwd, new SessionBook(client));
    }

    private Chat(AcpClient client, Screen screen, Path cwd, SessionBook book) {
        this.client = client;
        this.screen = screen;
        this.cwd = cwd;
        this.view = new ConversationView(screen);
        this.turns = new Turns(screen, view);
        this.book = book;
        this.login = new Login(client, screen);
        this.opener = new ChatSessionOpener(client, screen, login, cwd);
    }

    /** Returns a chat over a connection with the restarted agent. It continues the current session if the agent can open that again. */
    public Chat restarted(AcpClient restarted) {
        Chat chat = new Chat(restarted, screen, cwd, book.restarted(restarted));
        view.leave();
        ClientSession left = current;
        if (left != null && !left.forks().messages().isEmpty()) {
            SessionParameters setup = left.parameters();
            chat.resume(left.id(), setup == null ? cwd.toString() : setup.cwd());
        }
        return chat;
    }

    private void resume(SessionId id, String directory) {
        String why = "This agent cannot open stored sessions again";
        if (opener.canOpen()) {
            try {
                ClientSession session = opener.open(id, directory);
                book.opened(session);
                current = session;
                view.showOpened(session.transcript());
                screen.line(heading(session) + " continues", Style.DIM);
                return;
            } catch (ConnectionClosedException e) {
                throw e;
            } catch (AcpException | ChatException e) {
                why = "The session cannot be opened again: " + e.getMessage();
            }
        }
        screen.line(why + (why.endsWith(".") ? "" : ".") + " A new session begins with your next prompt.", Style.RED);
    }

    /** Returns a stage that completes when the connection with the agent is closed. */
    public CompletableFuture<?> closed() {
        return client.closed().toCompletableFuture();
    }

    /** Returns the screen. */
    public Screen screen() {
        return screen;
    }

    /** Returns the current session, after opening one if there is none. */
    public ClientSession current() {
        ClientSession open = current;
        if (open == null) {
            open = opener.create();
            current = open;
            book.opened(open);
            view.show(open.transcript());
        }
        return open;
    }

    /** Returns the commands that the agent has sent so far. */
    public List<AvailableCommand> agentCommands() {
        return current == null ? List.of() : current.transcript().snapshot().commands();
    }

    /**
     * Returns true if the agent has a command. It sends its commands after a session is opened, so a new session waits for them for 2
     * seconds at most.
     */
    public boolean hasAgentCommand(String name) {
        boolean isNew = current == null;
        ClientSession session = current();
        if (isNew) {
            ChatSessionOpener.awaitCommands(session);
        }
        return agentCommands().stream().anyMatch(command -> command.name().equals(name));
    }

    /** Returns true if there is a current session. */
    public boolean isAt(SessionId session) {
        return current != null && current.id().equals(session);
    }

    /** Starts a new session with the next prompt. */
    public void begin() {
        leave();
        screen.line("a new session begins with your next prompt", Style.DIM);
    }

    /** Leaves the session. A session without messages is deleted or closed if the agent supports that. */
    public void leave() {
        ClientSession left = current;
        current = null;
        if (left != null && !closed().isDone() && ChatSessionOpener.isUnused(left)) {
            book.forget(left.id());
            opener.discard(left);
        }
    }

    /** Logs in by the method with a number or id, or by one that the user selects. */
    public void login(String way) {
        login.by(way);
    }

    /** Lists the modes, or selects one. */
    public void mode(String name) {
        new Settings(screen, view).mode(current(), name);
    }

    /** Lists the models, or selects one. */
    public void model(String name) {
        new Settings(screen, view).model(current(), name);
    }

    /** Stops a tool call or a terminal of the agent, or lists those that can be stopped. */
    public void stop(String name) {
        new AgentWork(screen).stop(current(), name);
    }

    /** Shows the branches inside the session. */
    public void branches() {
        new Branches(screen).show(current());
    }

    /** Continues at the end of another branch of the session. */
    public void go(String branch) {
        ClientSession here = current();
        view.leave(); // The agent sends the messages of the branch, which are not new.
        try {
            new Branches(screen).go(here, branch);
            new Recap(screen, here).show(heading(here));
        } finally {
            view.showOpened(here.transcript());
        }
    }

    /** Labels a message of the session, or removes its label. */
    public void label(TranscriptMessage message, String label) {
        if (message.id() == null) {
            throw new ChatException("This message has no id from the agent, so it cannot be labelled.");
        }
        new Branches(screen).label(current(), message.id(), label);
        screen.line("message " + number(message) + (label.isBlank() ? " has no label" : ": " + label), Style.DIM);
    }

    /** Deletes a session by its number or id. */
    public void delete(String name) {
        SessionId id = known(name);
        client.deleteSession(id);
        if (isAt(id)) {
            current = null;
        }
        book.forget(id);
        screen.line("deleted session " + book.number(id), Style.DIM);
    }

    /** Returns the messages of the current session. */
    public List<TranscriptMessage> messages() {
        return current().forks().messages();
    }

    /** Returns a message by its number, counted from 1. */
    public TranscriptMessage message(String number) {
        if (number.isEmpty()) {
            throw new ChatException("Name a message; /messages lists them.");
        }
        List<TranscriptMessage> messages = messages();
        if (!number.matches("[1-9][0-9]{0,5}") || Integer.parseInt(number) > messages.size()) {
            throw new ChatException("There is no message \"" + number + "\"; /messages lists them.");
        }
        return messages.get(Integer.parseInt(number) - 1);
    }

    /** Returns the number of a message, which {@link #message} understands. */
    public int number(TranscriptMessage message) {
        return 1
                + (int) messages().stream()
                        .filter(other -> other.index() < message.index())
                        .count();
    }

    /** Returns the text of a message. */
    public static String text(TranscriptMessage message) {
        return Blocks.text(message.content());
    }

    /** Returns the beginning of a message in one line. */
    public static String preview(TranscriptMessage message) {
        return Blocks.preview(message.content());
    }

    /** Returns the current session as Markdown. */
    public String document() {
        ClientSession session = current();
        return Document.of(session, book.title(session));
    }

    /** Returns all known sessions. */
    public List<SessionInfo> sessions() {
        return book.rows();
    }

    /** Returns all known sessions, each fork below its source. */
    public SessionTreeView tree() {
        return SessionTreeView.of(sessions());
    }

    /** Returns the number of a session, which {@link #switchTo} understands. */
    public int number(SessionId session) {
        return book.number(session);
    }

    /** Sends a prompt, and waits for the end of the turn. */
    public void prompt(String text) {
        ClientSession session = current();
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

    /** Forks the session after its last message, and continues in the fork. */
    public void fork() {
        fork(session -> ForkPoint.end(), messages().size());
    }

    /** Forks the session after a message, and continues in the fork. */
    public void fork(TranscriptMessage message) {
        fork(session -> ChatForks.after(message, session), number(message));
    }

    private void fork(Function<ClientSession, ForkPoint> point, int inherited) {
        ClientSession source = current();
        ClientSession fork = ChatForks.made(client, () -> source.forks().fork(point.apply(source)));
        book.forked(fork, source, inherited);
        turnTo(fork);
    }

    /** Replaces a message of the user in a fork. */
    public void edit(TranscriptMessage message, String text) {
        List<ContentBlock> prompt = List.of(ContentBlock.text(text));
        take(
                ChatForks.made(client, () -> current().forks().editAndFork(message, prompt, ForkOptions.DEFAULT)),
                number(message) - 1);
    }

    /** Requests another answer in a fork. */
    public void regenerate(TranscriptMessage answer) {
        int question = number(answer) - 1;
        while (question > 0 && messages().get(question).role() != MessageRole.USER) {
            question--;
        }
        take(ChatForks.made(client, () -> current().forks().regenerate(answer, ForkOptions.DEFAULT)), question);
    }

    private void take(PromptTurn turn, int inherited) {
        book.forked(turn.session(), current(), inherited);
        turnTo(turn.session());
        turns.run(turn.session(), turn.result());
        showNewBranches();
    }

    private void turnTo(ClientSession session) {
        current = session;
        screen.line(heading(session), Style.DIM);
        boolean hasOwn = session.transcript().snapshot().lastStop() != null;
        if (session.isTurnInProgress() || hasOwn) {
            view.show(session.transcript());
        } else {
            view.showOpened(session.transcript());
        }
    }

    private String heading(ClientSession session) {
        String name = book.title(session);
        return "session " + number(session.id()) + (name == null ? "" : " · " + name);
    }

    /** Switches to another session by its number or id, and shows its last messages. */
    public void switchTo(String name) {
        SessionId id = known(name);
        ClientSession open = book.find(id);
        ClientSession next = open == null ? opened(id) : open;
        if (!isAt(id)) {
            leave();
        }
        current = next;
        new Recap(screen, next).show(heading(next));
        if (open == null) {
            // Some agents replay a session after the response to session/load.
            view.showOpened(next.transcript());
        } else {
            view.follow(next.transcript());
        }
    }

    private SessionId known(String name) {
        if (book.named(name) == null) {
            book.rows();
        }
        SessionId id = book.named(name);
        if (id == null) {
            throw new ChatException("There is no session \"" + name + "\"; /sessions lists them.");
        }
        return id;
    }

    private ClientSession opened(SessionId id) {
        SessionInfo row = book.rows().stream()
                .filter(info -> info.sessionId().equals(id))
                .findFirst()
                .orElseThrow(() -> new ChatException("The agent no longer lists session " + id + "."));
        ClientSession session = opener.open(id, row.cwd());
        book.opened(session);
        return session;
    }

    /** Stops the turn that runs. */
    public void cancel() {
        ClientSession session = current;
        if (session == null || !session.isTurnInProgress()) {
            throw new ChatException("No turn is running.");
        }
        session.cancel();
    }
}
