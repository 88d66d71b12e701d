package io.acp4j.agent.tree;

import java.util.List;

/** Normalizes paths of directories for storage and comparison: removes trailing and repeated separators. */
final class DirectoryPaths {

    private DirectoryPaths() {}

    /** Returns the normalized path. Windows paths and roots keep their required separators. */
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
