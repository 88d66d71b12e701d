package io.acp4j.client.host;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes paths of what agents write, and refuses spellings that a file system takes for something else. */
final class PathNames {

    private static final Set<String> WINDOWS_DEVICES =
            Set.of("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$");
    private static final Pattern WINDOWS_PORT = Pattern.compile("(COM|LPT)[0-9¹²³]");

    private PathNames() {}

    static Path parse(String text) {
        return parse(text, File.separatorChar == '\\');
    }

    static Path parse(String text, boolean windows) {
        Path path;
        try {
            path = Path.of(text);
        } catch (InvalidPathException e) {
            throw new FileAccessException(
                    FileAccessException.INVALID_PATH, printable(text), "Not a path on this system: " + e.getReason());
        }
        if (!path.isAbsolute()) {
            throw new FileAccessException(FileAccessException.INVALID_PATH, text, "The path is not absolute");
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

    private static String printable(String text) {
        return text.replace('\0', '\uFFFD');
    }
}
