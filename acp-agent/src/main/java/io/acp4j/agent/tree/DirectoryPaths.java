package io.acp4j.agent.tree;

import java.util.List;

/** The form in which paths of directories are stored and compared: without separators at the end and without repeated ones. */
final class DirectoryPaths {

    private DirectoryPaths() {}

    /** Returns a path in the form that is stored; paths of Windows and roots keep what they need. */
    static String stored(String path) {
        if (path.startsWith("/")) {
            String single = path.replaceAll("/(?:\\./|/)*", "/").replaceAll("/\\.$", "/");
            return single.length() > 1 && single.endsWith("/") ? single.substring(0, single.length() - 1) : single;
        }
        int end = path.length();
        while (end > 3 && (path.charAt(end - 1) == '\\' || path.charAt(end - 1) == '/')) {
            end--;
        }
        return path.substring(0, end);
    }

    static List<String> stored(List<String> paths) {
        return paths.stream().map(DirectoryPaths::stored).toList();
    }
}
