import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Downloads the Maven version that {@code maven-wrapper.properties} names, for {@code mvnw}.
 *
 * <p>Arguments: the properties file, the directory to install to, and the arguments of Maven, which may name settings files. The
 * directory appears complete or not at all, so several processes can install it at once.
 */
public final class MavenDownloader {
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(env\\.)?([^}]+)}");

    private final String version;
    private final String checksum;
    private final List<Element> settings;

    /** Address to download from, and the user that its server expects, if any. */
    private record Source(String address, String user, String password) {
        String host() {
            return URI.create(address).getHost();
        }

        @Override
        public String toString() { // without the password that an address can contain
            return address.replaceFirst("//[^/@]*@", "//");
        }
    }

    private MavenDownloader(String version, String checksum, List<Element> settings) {
        this.version = version;
        this.checksum = checksum;
        this.settings = settings;
    }

    public static void main(String[] args) throws Exception {
        try {
            install(Path.of(args[0]), Path.of(args[1]), List.of(args).subList(2, args.length));
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("mvnw: " + describe(e));
            System.err.println("mvnw: Maven could not be downloaded. Install Maven 3.8 or later, or name a reachable Maven repository:"
                    + " in MVNW_REPOURL, or as a mirror of central in ~/.m2/settings.xml.");
            System.exit(1);
        }
    }

    private static void install(Path propertiesFile, Path home, List<String> mavenArguments)
            throws IOException, GeneralSecurityException {
        Properties properties = new Properties();
        try (InputStream file = Files.newInputStream(propertiesFile)) {
            properties.load(file);
        }
        String address = properties.getProperty("distributionUrl", "");
        Matcher archive = Pattern.compile("apache-maven-([0-9.]+)-bin\\.zip$").matcher(address);
        String checksum = properties.getProperty("distributionSha512Sum", "");
        if (!archive.find() || checksum.isEmpty()) {
            throw new IOException(propertiesFile + " must contain distributionUrl, of a file apache-maven-VERSION-bin.zip,"
                    + " and distributionSha512Sum");
        }
        if (mavenArguments.contains("-o") || mavenArguments.contains("--offline")) {
            throw new IOException("Maven " + archive.group(1) + " is not downloaded yet, and --offline forbids the download");
        }
        MavenDownloader downloader = new MavenDownloader(archive.group(1), checksum, readSettings(mavenArguments));
        Files.createDirectories(home.getParent());
        Path work = Files.createTempDirectory(home.getParent(), ".download-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteTree(work)));
        downloader.useProxy();
        Path zip = downloader.download(downloader.source(address), work);
        Path unpacked = unpack(zip, work.resolve("maven"));
        moveInto(unpacked, home);
    }

    /** Returns the first of: the repository of the environment, a mirror of central, the address of the properties file. */
    private Source source(String address) {
        String path = "/org/apache/maven/apache-maven/%1$s/apache-maven-%1$s-bin.zip".formatted(version);
        String repository = System.getenv("MVNW_REPOURL");
        if (repository != null && !repository.isBlank()) {
            return new Source(
                    withoutSlash(repository) + path, System.getenv("MVNW_USERNAME"), System.getenv("MVNW_PASSWORD"));
        }
        for (Element mirror : elements("mirror")) {
            if (mirrorsCentral(text(mirror, "mirrorOf")) && !text(mirror, "blocked").equals("true")) {
                Element server = elements("server").stream()
                        .filter(candidate -> text(candidate, "id").equals(text(mirror, "id")))
                        .findFirst()
                        .orElse(mirror); // which has neither user nor password
                return new Source(
                        withoutSlash(text(mirror, "url")) + path, text(server, "username"), text(server, "password"));
            }
        }
        return new Source(address, "", "");
    }

    private static boolean mirrorsCentral(String mirrorOf) {
        List<String> patterns = Stream.of(mirrorOf.split(",")).map(String::strip).toList();
        return !patterns.contains("!central")
                && Stream.of("central", "*", "external:*").anyMatch(patterns::contains);
    }

    /** Applies the active proxies of the settings, which take precedence over those of the environment, as in Maven. */
    private void useProxy() {
        for (Element proxy : elements("proxy")) {
            if (text(proxy, "active").equals("false")) {
                continue;
            }
            // Maven uses the proxy for "http" for https addresses as well if there is no other.
            String port = text(proxy, "port").isEmpty() ? "8080" : text(proxy, "port");
            for (String scheme : text(proxy, "protocol").equals("https") ? List.of("https") : List.of("http", "https")) {
                System.setProperty(scheme + ".proxyHost", text(proxy, "host"));
                System.setProperty(scheme + ".proxyPort", port);
            }
            if (!text(proxy, "nonProxyHosts").isEmpty()) {
                System.setProperty("http.nonProxyHosts", text(proxy, "nonProxyHosts").replace(',', '|'));
            }
        }
        // Otherwise the JDK sends no user and password to a proxy for https.
        System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
    }

    private Path download(Source source, Path work) throws IOException, GeneralSecurityException {
        Authenticator.setDefault(new Authenticator() {
            private int attempts;

            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                if (attempts++ > 1) {
                    return null; // the server has refused them
                }
                if (getRequestorType() == RequestorType.PROXY) {
                    return elements("proxy").stream()
                            .filter(proxy -> text(proxy, "host").equals(getRequestingHost()))
                            .map(proxy -> login(text(proxy, "username"), text(proxy, "password")))
                            .findFirst()
                            .orElse(null);
                }
                return Objects.equals(getRequestingHost(), source.host()) ? login(source.user(), source.password()) : null;
            }
        });
        System.err.println("mvnw: downloading Maven " + version + " from " + source);
        URLConnection connection = URI.create(source.address()).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        if (connection instanceof HttpURLConnection http && http.getResponseCode() != 200) {
            throw new IOException(source + " answers with HTTP status " + http.getResponseCode());
        }
        long size = connection.getContentLengthLong();
        Path zip = work.resolve("maven.zip");
        MessageDigest digest = MessageDigest.getInstance("SHA-512");
        try (InputStream body = new DigestInputStream(connection.getInputStream(), digest)) {
            Files.copy(body, zip);
        }
        if (size >= 0 && Files.size(zip) != size) {
            throw new IOException("the connection ended after " + Files.size(zip) + " of " + size + " bytes of " + source);
        }
        String actual = HexFormat.of().formatHex(digest.digest());
        if (!actual.equals(checksum)) {
            throw new IOException(source + " has the SHA-512 checksum " + actual
                    + ", which differs from distributionSha512Sum in .mvn/wrapper/maven-wrapper.properties");
        }
        return zip;
    }

    private static PasswordAuthentication login(String user, String password) {
        return user == null || user.isEmpty()
                ? null
                : new PasswordAuthentication(user, Objects.requireNonNullElse(password, "").toCharArray());
    }

    /** Unpacks an archive without its topmost directory. */
    private static Path unpack(Path zip, Path target) throws IOException {
        try (ZipInputStream entries = new ZipInputStream(Files.newInputStream(zip))) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path name = Path.of(entry.getName());
                if (entry.isDirectory() || name.getNameCount() < 2) {
                    continue;
                }
                Path file = target.resolve(name.subpath(1, name.getNameCount())).normalize();
                if (!file.startsWith(target)) {
                    throw new IOException("the archive contains the path " + entry.getName());
                }
                Files.createDirectories(file.getParent());
                Files.copy(entries, file);
                if (file.getParent().equals(target.resolve("bin")) && !file.toFile().setExecutable(true, false)) {
                    throw new IOException(file + " cannot be made executable");
                }
            }
        }
        return target;
    }

    private static void moveInto(Path unpacked, Path home) throws IOException {
        try {
            Files.move(unpacked, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.isExecutable(home.resolve("bin/mvn"))) { // unless another process has installed it at the same time
                throw e;
            }
        }
    }

    /** Returns the settings of the user and of the installation, those of the user first. */
    private static List<Element> readSettings(List<String> mavenArguments) throws IOException {
        List<Path> files = new ArrayList<>();
        String user = option(mavenArguments, "-s", "--settings");
        files.add(user == null ? Path.of(System.getProperty("user.home"), ".m2", "settings.xml") : Path.of(user));
        String global = option(mavenArguments, "-gs", "--global-settings");
        String installation = System.getenv("MAVEN_HOME");
        if (global != null) {
            files.add(Path.of(global));
        } else if (installation != null) {
            files.add(Path.of(installation, "conf", "settings.xml"));
        }
        List<Element> roots = new ArrayList<>();
        for (Path file : files) {
            if (Files.isReadable(file)) {
                try {
                    roots.add(DocumentBuilderFactory.newDefaultInstance()
                            .newDocumentBuilder()
                            .parse(file.toFile())
                            .getDocumentElement());
                } catch (SAXException | ParserConfigurationException e) {
                    throw new IOException(file + " is not valid XML: " + e.getMessage());
                }
            }
        }
        return roots;
    }

    private static String option(List<String> arguments, String shortName, String longName) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.startsWith(longName + "=")) {
                return argument.substring(longName.length() + 1);
            }
            if ((argument.equals(shortName) || argument.equals(longName)) && i + 1 < arguments.size()) {
                return arguments.get(i + 1);
            }
        }
        return null;
    }

    /** Returns all elements of a name in the settings: those of mirrors, servers and proxies do not nest. */
    private List<Element> elements(String name) {
        List<Element> found = new ArrayList<>();
        for (Element root : settings) {
            NodeList nodes = root.getElementsByTagName(name);
            for (int i = 0; i < nodes.getLength(); i++) {
                found.add((Element) nodes.item(i));
            }
        }
        return found;
    }

    /** Returns the text of a child element with its placeholders replaced, or an empty text without such an element. */
    private static String text(Element parent, String name) {
        Node child = parent.getElementsByTagName(name).item(0);
        if (child == null) {
            return "";
        }
        return PLACEHOLDER
                .matcher(child.getTextContent().strip())
                .replaceAll(placeholder -> {
                    String value = placeholder.group(1) == null
                            ? System.getProperty(placeholder.group(2))
                            : System.getenv(placeholder.group(2));
                    return Matcher.quoteReplacement(value == null ? placeholder.group() : value);
                });
    }

    private static String withoutSlash(String address) {
        return address.replaceFirst("/+$", "");
    }

    private static String describe(Exception failure) {
        boolean own = failure.getClass() == IOException.class || failure instanceof IllegalArgumentException;
        return own ? failure.getMessage() : failure.getClass().getSimpleName() + ": " + failure.getMessage();
    }

    private static void deleteTree(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            System.err.println("mvnw: " + directory + " was not deleted: " + e.getMessage());
        }
    }
}
