package io.acp4j.client.internal.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.client.ClientSession;
import io.acp4j.client.host.HostFile;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.fs.ReadTextFileRequest;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.fs.WriteTextFileRequest;
import io.acp4j.schema.fs.WriteTextFileResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Serves the requests about files on one connection. */
public final class HostFiles {

    private final FileSettings settings;
    private final Roots roots;
    private final FileOpening opening = new FileOpening();

    public HostFiles(FileSettings settings, Roots roots) {
        this.settings = settings;
        this.roots = roots;
    }

    public ReadTextFileResponse read(ReadTextFileRequest request, RequestContext context) throws Exception {
        ClientSession session = roots.session(request.sessionId());
        Roots.Place place = fileIn(session, request.path());
        LineWindow window = LineWindow.of(request.line(), request.limit());
        String buffered = settings.overlay().read(new HostFile(session, Path.of(request.path()), place.path()));
        if (buffered != null) {
            String text = window == null ? buffered : window.cut(buffered);
            requireSize(request.path(), text, settings.maxReadBytes(), "read fewer lines at a time");
            return ReadTextFileResponse.of(text);
        }
        if (!place.exists()) {
            throw notFound(request.path());
        }
        TextReader reader = new TextReader(request.path(), settings.maxReadBytes(), settings.maxScannedBytes());
        try {
            return ReadTextFileResponse.of(read(place, reader, window));
        } catch (NotAFileException e) {
            throw notAFile(request.path());
        } catch (NoSuchFileException e) {
            throw notFound(request.path());
        } catch (IOException e) {
            throw failed(request.path(), "read", e);
        }
    }

    private String read(Roots.Place place, TextReader reader, @Nullable LineWindow window)
            throws IOException, InterruptedException {
        List<Path> names = place.names();
        Folder folder = Folder.open(place.root());
        boolean there = false;
        try {
            for (Path name : names.subList(0, names.size() - 1)) {
                Folder inner = folder.enter(name);
                folder.close();
                folder = inner;
            }
            there = true;
        } finally {
            if (!there) {
                folder.close();
            }
        }
        return opening.read(folder, names.get(names.size() - 1), channel -> reader.read(channel, window));
    }

    public WriteTextFileResponse write(WriteTextFileRequest request, RequestContext context) throws Exception {
        ClientSession session = roots.session(request.sessionId());
        requireSize(request.path(), request.content(), settings.maxWriteBytes(), "write less");
        requireText(request.path(), request.content());
        Roots.Place place = fileIn(session, request.path());
        HostFile file = new HostFile(session, Path.of(request.path()), place.path());
        if (place.exists()) {
            requireWritable(request.path(), file.resolved());
        }
        if (!Objects.requireNonNull(settings.guard()).mayWrite(file, request.content())) {
            throw new FileAccessException(FileAccessException.REFUSED, request.path(), "The file may not be written");
        }
        // The guard may have asked somebody, who took some time.
        context.cancellation().throwIfCancelled();
        if (!settings.overlay().write(file, request.content())) {
            try {
                FileWriting.write(request.path(), place, request.content().getBytes(UTF_8));
            } catch (IOException e) {
                throw failed(request.path(), "written", e);
            }
        }
        return WriteTextFileResponse.EMPTY;
    }

    private Roots.Place fileIn(ClientSession session, String path) {
        Roots.Place place = roots.locate(session, path);
        if (place.names().isEmpty()) {
            throw notAFile(path);
        }
        return place;
    }

    private static void requireWritable(String path, Path resolved) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(resolved, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        requireFile(path, attributes);
        if (!Files.isWritable(resolved)) {
            throw new FileAccessException(FileAccessException.FAILED, path, "The file is write-protected");
        }
    }

    private static void requireFile(String path, BasicFileAttributes attributes) {
        if (!attributes.isRegularFile()) {
            throw notAFile(path);
        }
    }

    private static void requireSize(String path, String text, long limit, String advice) {
        // Three bytes for a char are the most, so most texts need not be measured.
        if (text.length() > limit / 3 && Utf8.length(text) > limit) {
            throw new FileAccessException(
                    FileAccessException.TOO_LARGE, path, "The text is longer than " + limit + " bytes; " + advice);
        }
    }

    private static void requireText(String path, String content) {
        int unpaired = Utf8.unpairedSurrogate(content);
        if (unpaired >= 0) {
            throw new FileAccessException(
                    FileAccessException.NOT_TEXT,
                    path,
                    "The content has half of a surrogate pair at index " + unpaired
                            + ", which no file in UTF-8 can contain");
        }
    }

    private static FileAccessException notAFile(String path) {
        return new FileAccessException(FileAccessException.NOT_A_FILE, path, "It is no file that holds text");
    }

    private static FileAccessException notFound(String path) {
        return new FileAccessException(FileAccessException.NOT_FOUND, path, "There is no such file");
    }

    private static FileAccessException failed(String path, String what, IOException e) {
        return new FileAccessException(
                FileAccessException.FAILED, path, "The file could not be " + what + ": " + Roots.why(e));
    }
}
