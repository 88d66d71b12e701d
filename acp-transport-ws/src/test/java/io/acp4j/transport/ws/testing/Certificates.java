package io.acp4j.transport.ws.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A key with a certificate that it has signed itself, made by the JDK's tool. */
public record Certificates(Path store, Path certificate, Path key) {

    public static final String PASSWORD = "changeit";

    private static @Nullable Certificates localhost;

    /** Returns the certificate of this machine that all tests share. */
    public static synchronized Certificates localhost() throws Exception {
        Certificates made = localhost;
        if (made == null) {
            Path directory = Files.createTempDirectory("acp-certificates");
            made = make(directory, "localhost", "localhost");
            for (Path file : List.of(directory, made.store, made.certificate, made.key)) {
                // Deleted in the reverse order.
                file.toFile().deleteOnExit();
            }
            localhost = made;
        }
        return made;
    }

    public static Certificates make(Path directory, String name, String commonName) throws Exception {
        Path store = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "it",
                        "-keyalg",
                        "EC",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD,
                        "-dname",
                        "CN=" + commonName,
                        "-ext",
                        "san=dns:" + commonName,
                        "-validity",
                        "2"))
                .inheritIO()
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new AssertionError("keytool failed");
        }
        KeyStore loaded = load(store);
        Path certificate = directory.resolve(name + ".pem");
        Path key = directory.resolve(name + ".key");
        Files.writeString(
                certificate, pem("CERTIFICATE", loaded.getCertificate("it").getEncoded()));
        Key secret = loaded.getKey("it", PASSWORD.toCharArray());
        Files.writeString(key, pem("PRIVATE KEY", secret.getEncoded()));
        return new Certificates(store, certificate, key);
    }

    private static KeyStore load(Path store) throws GeneralSecurityException, IOException {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore loaded = KeyStore.getInstance("PKCS12");
            loaded.load(in, PASSWORD.toCharArray());
            return loaded;
        }
    }

    private static String pem(String type, byte[] der) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END " + type + "-----\n";
    }

    /** Makes a client's context that trusts one certificate and shows another one. */
    public static SSLContext context(Certificates trusted, @Nullable Certificates shown) {
        try {
            KeyStore trust = KeyStore.getInstance("PKCS12");
            trust.load(null, null);
            Certificate certificate = load(trusted.store).getCertificate("it");
            trust.setCertificateEntry("it", certificate);
            TrustManagerFactory trusts = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusts.init(trust);
            KeyManager[] keys = null;
            if (shown != null) {
                KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                factory.init(load(shown.store), PASSWORD.toCharArray());
                keys = factory.getKeyManagers();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trusts.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }
}
