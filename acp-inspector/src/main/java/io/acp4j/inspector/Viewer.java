package io.acp4j.inspector;

import io.acp4j.inspector.drive.ReadingRoom;
import io.acp4j.inspector.matrix.MatrixRun;
import io.acp4j.inspector.page.PageServer;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.tap.SpoolWatch;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page that shows conversations of others: recordings, or what passes taps. */
public final class Viewer implements AutoCloseable {

    private final Sources sources;
    private final PageServer server;
    private final @Nullable SpoolWatch watch;

    private Viewer(Sources sources, PageServer server, @Nullable SpoolWatch watch) {
        this.sources = sources;
        this.server = server;
        this.watch = watch;
    }

    /**
     * Shows recordings.
     *
     * @param files the recordings, each a conversation of its own
     * @param port the page's port; 0 for a free one
     * @return the viewer, to be closed
     * @throws IOException when a file cannot be read, or the port is taken
     */
    public static Viewer open(List<Path> files, int port) throws IOException {
        StateBoard board = new StateBoard();
        Sources sources = new Sources(board);
        try {
            sources.open(files);
            return new Viewer(sources, serve(port, PageServer.newToken(), board, sources), null);
        } catch (IOException e) {
            sources.close();
            throw e;
        }
    }

    /**
     * Shows what passes taps, and has passed them.
     *
     * @param directory where taps keep it
     * @param port the page's port; 0 for a free one
     * @param token the page's token
     * @return the viewer, to be closed
     * @throws IOException when the directory cannot be read, or the port is taken
     */
    public static Viewer taps(Path directory, int port, String token) throws IOException {
        StateBoard board = new StateBoard();
        Sources sources = new Sources(board);
        PageServer server = serve(port, token, board, sources);
        return new Viewer(sources, server, SpoolWatch.start(directory, name -> tapped(sources.add(name, "tapped"))));
    }

    private static SpoolWatch.Reader tapped(Source source) {
        return new SpoolWatch.Reader() {
            @Override
            public void frame(io.acp4j.inspector.recording.WireFrame frame) {
                source.frame(frame);
            }

            @Override
            public void event(Instant time, String what) {
                source.log().recorded(time, what);
            }

            @Override
            public void ended() {
                source.wire().state("ended");
            }
        };
    }

    private static PageServer serve(int port, String token, StateBoard board, Sources sources) throws IOException {
        ReadingRoom room = new ReadingRoom(sources::wires);
        MatrixRun matrix = new MatrixRun(() -> List.of(), sources::recorded, 1, board);
        InspectorApi api = new InspectorApi(room, sources, null, matrix);
        return PageServer.start(port, token, board, sources, api, new FrameDownloads(sources), sources);
    }

    /**
     * Returns the address to open, with its token.
     *
     * @return the address
     */
    public URI address() {
        return server.address();
    }

    @Override
    public void close() throws IOException {
        if (watch != null) {
            watch.close();
        }
        server.close();
        sources.close();
    }
}
