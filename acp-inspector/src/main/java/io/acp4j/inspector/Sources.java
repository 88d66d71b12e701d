package io.acp4j.inspector;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.acp4j.inspector.drive.WatchedWire;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.Logs;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The conversations that a page shows, one at a time. Safe for use by many threads. */
final class Sources implements Logs, AutoCloseable {

    private final StateBoard board;
    private final List<Source> all = new ArrayList<>();
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
        }
        show();
        return added;
    }

    private void show() {
        board.put("sources", () -> {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            synchronized (this) {
                all.forEach(each -> list.addObject().put("id", each.id()).put("name", VisibleText.line(each.name())));
            }
            return list;
        });
    }

    synchronized List<WatchedWire> wires() {
        return all.stream().map(Source::wire).toList();
    }

    @Override
    public synchronized @Nullable FrameLog find(String source) {
        return all.stream()
                .filter(each -> each.id().equals(source))
                .findFirst()
                .map(Source::log)
                .orElse(null);
    }

    @Override
    public synchronized void close() throws IOException {
        for (Source source : all) {
            source.close();
        }
    }
}
