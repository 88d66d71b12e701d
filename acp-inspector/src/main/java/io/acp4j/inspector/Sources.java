package io.acp4j.inspector;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.acp4j.inspector.drive.WatchedWire;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.matrix.MatrixRun;
import io.acp4j.inspector.page.Logs;
import io.acp4j.inspector.page.PageException;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.page.Uploads;
import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The conversations that a page shows, one at a time, in the order in which they were added. Safe for use by many threads. */
final class Sources implements Logs, Uploads, AutoCloseable {

    /** What a page can choose: a log that belongs to somebody else, or one of ours. */
    private record Entry(String id, Supplier<String> naming, FrameLog log, boolean isAlwaysShown, boolean isOpened) {

        String name() {
            return naming.get();
        }
    }

    /** How many recordings may be open that were opened in the page. */
    static final int MAX_OPENED = 20;

    private static final Logger LOG = LoggerFactory.getLogger(Sources.class);

    private final StateBoard board;
    private final List<Source> all = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();
    private int made;

    Sources(StateBoard board) {
        this.board = board;
        board.put(
                "limits",
                () -> JsonNodeFactory.instance
                        .objectNode()
                        .put("file", maxBytes())
                        .put("opened", MAX_OPENED));
        show();
    }

    /** Adds a conversation on which nothing was said. */
    Source add(String name, String state) throws IOException {
        Source added = make(name, state);
        add(added, false);
        return added;
    }

    private synchronized Source make(String name, String state) throws IOException {
        return new Source("r" + ++made, name, state, board);
    }

    private void add(Source source, boolean isOpened) {
        synchronized (this) {
            all.add(source);
            entries.add(new Entry(source.id(), source::name, source.log(), true, isOpened));
        }
        show();
    }

    /** Adds recordings, each a conversation of its own; none when one cannot be read. */
    void open(List<Path> files) throws IOException {
        List<WireRecording> recordings = new ArrayList<>();
        for (Path file : files) {
            recordings.add(RecordingFiles.read(file));
        }
        for (int i = 0; i < files.size(); i++) {
            Source source = add(unused(String.valueOf(files.get(i).getFileName())), "recorded");
            source.fill(recordings.get(i));
        }
    }

    /** Returns a name that is nobody else's: what pages offer to choose is told apart by it. */
    private synchronized String unused(String name) {
        List<String> names = entries.stream().map(Entry::name).toList();
        String unused = name;
        for (int i = 2; names.contains(unused); i++) {
            unused = name + " (" + i + ")";
        }
        return unused;
    }

    @Override
    public long maxBytes() {
        return RecordingFiles.MAX_BYTES;
    }

    @Override
    public String take(Path file, String name) throws IOException {
        String shown = VisibleText.line(name);
        if (entries().stream().filter(Entry::isOpened).count() >= MAX_OPENED) {
            throw new PageException(MAX_OPENED + " recordings are already open; close one first");
        }
        WireRecording recording = readable(file, shown);
        Source source = make(unused(shown), "recorded");
        boolean isFilled = false;
        try {
            source.fill(recording);
            isFilled = true;
        } finally {
            if (!isFilled) {
                forget(source);
            }
        }
        add(source, true); // Not before all of it is there, as pages go to it at once.
        return source.id();
    }

    private static WireRecording readable(Path file, String name) {
        WireRecording recording;
        try {
            recording = RecordingFiles.read(file, name);
        } catch (IOException e) {
            throw new PageException(String.valueOf(e.getMessage()));
        }
        if (recording.frames().isEmpty() && recording.events().isEmpty()) {
            throw new PageException(name + " has no frames: there is nothing to be shown");
        }
        return recording;
    }

    /** Closes a recording that was opened in the page. */
    void closeOpened(String id) {
        Source closed;
        synchronized (this) {
            Entry entry = entries.stream()
                    .filter(each -> each.id().equals(id) && each.isOpened())
                    .findFirst()
                    .orElseThrow(
                            () -> new PageException("only recordings that were opened in the page are closed in it"));
            entries.remove(entry);
            closed = all.stream()
                    .filter(each -> each.id().equals(id))
                    .findFirst()
                    .orElseThrow();
            all.remove(closed);
        }
        show();
        forget(closed);
    }

    private void forget(Source source) {
        try {
            source.close();
        } catch (IOException e) {
            LOG.warn("files of a recording stay in the temporary directory", e);
        }
        source.wire().close();
        board.remove("wire@" + source.id());
        board.remove("findings@" + source.id());
    }

    /** Adds the log of an agent that is driven; its owner closes it. */
    void agent(Supplier<String> name, FrameLog log) {
        add(new Entry("", name, log, true, false));
    }

    /** Adds a log that is shown as soon as it has a row; its owner closes it. */
    void later(String id, String name, FrameLog log) {
        add(new Entry(id, () -> name, log, false, false));
        AtomicBoolean isShown = new AtomicBoolean();
        log.onRow(row -> {
            if (isShown.compareAndSet(false, true)) {
                show();
            }
        });
    }

    private void add(Entry entry) {
        synchronized (this) {
            entries.add(entry);
        }
        show();
    }

    /** Shows the conversations by their present names. */
    void show() {
        board.put("sources", () -> {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            for (Entry each : entries()) {
                if (each.isAlwaysShown() || each.log().end() > 0) {
                    list.addObject()
                            .put("id", each.id())
                            .put("name", VisibleText.line(each.name()))
                            .put("opened", each.isOpened());
                }
            }
            return list;
        });
    }

    private synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** Returns what pages call a conversation; null when there is none. */
    @Nullable
    String name(String source) {
        return entries().stream()
                .filter(each -> each.id().equals(source))
                .findFirst()
                .map(Entry::name)
                .orElse(null);
    }

    /** Returns what agents have said in recordings and taps. */
    synchronized List<MatrixRun.Recorded> recorded() {
        return all.stream()
                .map(each -> new MatrixRun.Recorded(each.name(), each.log()))
                .toList();
    }

    synchronized List<WatchedWire> wires() {
        return all.stream().map(Source::wire).toList();
    }

    @Override
    public @Nullable FrameLog find(String source) {
        return entries().stream()
                .filter(each -> each.id().equals(source))
                .findFirst()
                .map(Entry::log)
                .orElse(null);
    }

    @Override
    public synchronized void close() throws IOException {
        for (Source source : all) {
            source.close();
        }
    }
}
