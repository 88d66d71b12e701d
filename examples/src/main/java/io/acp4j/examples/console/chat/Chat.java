package io.acp4j.examples.console.chat;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.fork.ForkOptions;
import io.acp4j.client.fork.ForkPoint;
import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.ForkedTurn;
import io.acp4j.client.fork.SessionForest;
import io.acp4j.client.fork.SessionMessage;
import io.acp4j.examples.console.screen.Screen;
import io.acp4j.examples.console.screen.Style;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.branch.BranchRole;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.session.LoadSessionRequest;
import io.acp4j.schema.v1.session.ResumeSessionRequest;
import io.acp4j.schema.v1.session.SessionInfo;
import java.nio.file.Path;
import java.util.List;

/** The sessions with one agent, one of which the person looks at. For one thread. */
public final class Chat {

    private static final int RECAP = 6;

    private final AcpClient client;
    private final Screen screen;
    private final Turns turns;
    private final ConversationView view;
    private final SessionBook book;
    private ForkableSession current;

    /** Opens the first session. */
    public Chat(AcpClient client, Screen screen, Path cwd) {
        this.client = client;
        this.screen = screen;
        this.view = new ConversationView(screen);
        this.turns = new Turns(screen, view);
        this.book = new SessionBook(client);
        this.current = ForkableSession.of(client.newSession(cwd));
        book.opened(current);
        view.show(current.session().transcript());
    }

    /** Gives the screen. */
    public Screen screen() {
        return screen;
    }

    /** Gives the session that the person looks at. */
    public ForkableSession current() {
        return current;
    }

    /** Gives the messages of that session. */
    public List<SessionMessage> messages() {
        return current.messages().messages();
    }

    /** Finds a message by its number, from 1 on. */
    public SessionMessage message(String number) {
        List<SessionMessage> messages = messages();
        if (!number.matches("[1-9][0-9]{0,5}") || Integer.parseInt(number) > messages.size()) {
            throw new ChatException("There is no message \"" + number + "\". /messages shows those that there are.");
        }
        return messages.get(Integer.parseInt(number) - 1);
    }

    /** Gives a message as text. */
    public static String text(SessionMessage message) {
        return Blocks.text(message.content());
    }

    /** Gives the beginning of a message, in one line. */
    public static String preview(SessionMessage message) {
        return Blocks.preview(message.content());
    }

    /** Gives all sessions that are known. */
    public List<SessionInfo> sessions() {
        return book.rows();
    }

    /** Gives all sessions that are known, forks below what they were forked from. */
    public SessionForest forest() {
        return SessionForest.of(sessions());
    }

    /** Gives the number of a session, which {@link #switchTo} understands. */
    public int number(SessionId session) {
        return book.number(session);
    }

    /** Prompts, and waits for the end of the turn. */
    public void prompt(String text) {
        ClientSession session = current.session();
        turns.run(session, session.promptAsync(text));
    }

    /** Forks the session and goes on in the fork. */
    public void fork(ForkPoint point, int inherited) {
        ForkableSession fork = current.fork(point);
        book.forked(fork, current, inherited);
        turnTo(fork);
    }

    /** Says something else than a message of the person, in a fork. */
    public void edit(SessionMessage message, String text) {
        ForkedTurn turn = current.editAndFork(message, List.of(ContentBlock.text(text)), ForkOptions.DEFAULT);
        take(turn, message.index());
    }

    /** Asks for another answer, in a fork. */
    public void regenerate(SessionMessage answer) {
        int question = answer.index();
        while (question > 0 && !messages().get(question).role().equals(BranchRole.USER)) {
            question--;
        }
        take(current.regenerate(answer, ForkOptions.DEFAULT), question);
    }

    private void take(ForkedTurn turn, int inherited) {
        book.forked(turn.fork(), current, inherited);
        turnTo(turn.fork());
        turns.run(turn.session(), turn.turn());
    }

    private void turnTo(ForkableSession session) {
        current = session;
        screen.line("session " + number(session.session().id()), Style.DIM);
        view.show(session.session().transcript());
    }

    /** Turns to another session, by its number or its id, and shows how it ended. */
    public void switchTo(String name) {
        if (book.named(name) == null) {
            book.rows();
        }
        SessionId id = book.named(name);
        if (id == null) {
            throw new ChatException("There is no session \"" + name + "\". /sessions shows those that there are.");
        }
        ForkableSession open = book.find(id);
        current = open == null ? opened(id) : open;
        recap();
        view.follow(current.session().transcript());
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

    private void recap() {
        List<SessionMessage> messages = messages();
        int from = Math.max(0, messages.size() - RECAP);
        screen.line(
                "session " + number(current.session().id()) + (from == 0 ? "" : ", the last " + RECAP + " messages"),
                Style.DIM);
        for (SessionMessage message : messages.subList(from, messages.size())) {
            boolean user = message.role().equals(BranchRole.USER);
            screen.line((user ? "> " : "") + text(message), user ? Style.BOLD : Style.PLAIN);
        }
    }
}
