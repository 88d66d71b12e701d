package io.acp4j.inspector;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.acp4j.inspector.drive.WatchedWire;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.matrix.MatrixRun;
import io.acp4j.inspector.page.Logs;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The conversations that a page shows, one at a time, in the order in which they were added. Safe for use by many threads. */
final class Sources implements Logs, AutoCloseable {

    /** What a page can choose: a log that belongs to somebody else, or one of ours. */
    private record Entry(String id, String name, FrameLog log, boolean isAlwaysShown) {}

    private final StateBoard board;
    private final List<Source> all = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();
    private int made;

    Sources(StateBoard board) {
        this.board = board;
        show();
    }

    /** Adds a conversation on which nothing was said. */
    Source add(String name, String state) throws IOException {
        Source added;
        synchronized (this) {
            added = new Source("r" + ++made, name, state, board);
            all.add(added);
            entries.add(new Entry(added.id(), name, added.log(), true));
        }
        show();
        return added;
    }

    /** Adds recordings, each a conversation of its own; none when one cannot be read. */
    void open(List<Path> files) throws IOException {
        List<WireRecording> recordings = new ArrayList<>();
        for (Path file : files) {
            recordings.add(RecordingFiles.read(file));
        }
        for (int i = 0; i < files.size(); i++) {
            Source source = add(String.valueOf(files.get(i).getFileName()), "recorded");
            recordings.get(i).frames().forEach(source::frame);
            if (recordings.get(i).isTruncated()) {
                source.log().event("the recorder has reached its limit here: there was more");
            }
        }
    }

    /** Adds the log of an agent that is driven; its owner closes it. */
    void agent(String name, FrameLog log) {
        add(new Entry("", name, log, true));
    }

    /** Adds a log that is shown as soon as it has a row; its owner closes it. */
    void later(String id, String name, FrameLog log) {
        add(new Entry(id, name, log, false));
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

    private void show() {
        board.put("sources", () -> {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            for (Entry each : entries()) {
                if (each.isAlwaysShown() || each.log().end() > 0) {
                    list.addObject().put("id", each.id()).put("name", VisibleText.line(each.name()));
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
