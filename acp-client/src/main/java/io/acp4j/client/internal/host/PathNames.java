package io.acp4j.client.internal.host;

import io.acp4j.process.PlatformEncoding;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes paths of what agents write, and refuses spellings that a file system takes for something else. */
public final class PathNames {

    private static final Set<String> WINDOWS_DEVICES =
            Set.of("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$");
    private static final Pattern WINDOWS_PORT = Pattern.compile("(COM|LPT)[0-9¹²³]");

    /** The longest path that is looked up, in bytes of UTF-8; Linux opens none that is longer. */
    static final int MAX_BYTES = 4096;

    /** How many names a path may have. */
    static final int MAX_NAMES = 255;

    /** How much of a path that is too long is repeated. */
    private static final int SHOWN_CHARS = 200;

    private PathNames() {}

    static Path parse(String text) {
        return parse(text, File.separatorChar == '\\');
    }

    public static Path parse(String text, boolean windows) {
        if (text.length() > MAX_BYTES || Utf8.length(text) > MAX_BYTES) {
            throw tooLong(text, "The path is longer than " + MAX_BYTES + " bytes");
        }
        Path path;
        try {
            PlatformEncoding.ofThisSystem().requirePath(text, "The path");
            path = Path.of(text);
        } catch (InvalidPathException e) {
            throw new FileAccessException(
                    FileAccessException.INVALID_PATH, printable(text), "Not a path on this system: " + e.getReason());
        } catch (IllegalArgumentException e) {
            throw new FileAccessException(
                    FileAccessException.INVALID_PATH, printable(text), String.valueOf(e.getMessage()));
        }
        if (!path.isAbsolute()) {
            throw new FileAccessException(FileAccessException.INVALID_PATH, text, "The path is not absolute");
        }
        if (path.getNameCount() > MAX_NAMES) {
            throw tooLong(text, "The path has more than " + MAX_NAMES + " names");
        }
        if (windows) {
            refuseAliases(text, path);
        }
        return path;
    }

    /** What Windows reads as another name: devices, streams of a file, dots and blanks at the end. */
    private static void refuseAliases(String text, Path path) {
        if (text.startsWith("\\\\") || text.startsWith("//")) {
            throw new FileAccessException(
                    FileAccessException.INVALID_PATH, text, "Paths of devices and of other machines are not served");
        }
        for (Path element : path) {
            String name = element.toString();
            int dot = name.indexOf('.');
            String base = (dot < 0 ? name : name.substring(0, dot)).strip().toUpperCase(Locale.ROOT);
            boolean step = name.equals(".") || name.equals("..");
            if ((!step && (name.endsWith(".") || name.endsWith(" ")))
                    || name.indexOf(':') >= 0
                    || WINDOWS_DEVICES.contains(base)
                    || WINDOWS_PORT.matcher(base).matches()) {
                throw new FileAccessException(
                        FileAccessException.INVALID_PATH, text, "The path has a name that Windows reads differently");
            }
        }
    }

    private static FileAccessException tooLong(String text, String message) {
        String shown = text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "…" : text;
        return new FileAccessException(FileAccessException.INVALID_PATH, printable(shown), message);
    }

    private static String printable(String text) {
        return text.replace('\0', '\uFFFD');
    }
}
