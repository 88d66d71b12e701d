package io.acp4j.rpc.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left out of a line of text, and what stays. */
@Execution(ExecutionMode.CONCURRENT)
class SecretsTest {

    /** Ways to write a secret into a text; {@code %s} is the secret. */
    static final List<String> SHAPES = List.of(
            "https://user:%s@example.com/path",
            "https://%s@example.com",
            "postgres://me:%s/x@db:5432/app",
            "redis://:%s@cache",
            "https://example.com/cb?code=%s",
            "https://example.com/?a=1&access_token=%s&b=2",
            "https://example.com/v1?key=%s#part",
            "https://example.com/#id_token=%s",
            "jdbc:postgresql://db/app?user=me&password=%s",
            "jdbc:sqlserver://db;user=me;password=%s",
            "--api-key=%s",
            "--api-key %s",
            "--token %s --verbose",
            "--token '%s x' --verbose",
            "--password=\"%s\"",
            "curl -u me:%s https://example.com",
            "curl --user me:%s https://example.com",
            "curl -H \"Authorization: Bearer %s\"",
            "curl -H 'X-Api-Key: %s'",
            "Authorization: Basic %s",
            "Authorization: Digest username=me, response=%s",
            "authorization=Bearer %s",
            "Cookie: a=b; session=%s",
            "Set-Cookie: sid=%s; HttpOnly",
            "Bearer %s",
            "bearer%%20%s",
            "API_KEY=%s",
            "export GITHUB_TOKEN=%s",
            "env OPENAI_API_KEY='%s' agent",
            "PGPASSWORD=%s psql",
            "AWS_SECRET_ACCESS_KEY=%s,next",
            "MY_SERVICE_KEY=%s",
            "DB_PASS: %s",
            "{\"apiKey\":\"%s\"}",
            "{\"apiKey\" : \"%s\", \"x\":1}",
            "{\\\"client_secret\\\":\\\"%s\\\"}",
            "apiKey: '%s'",
            "password = %s",
            "accessToken => %s",
            "refresh_token: %s",
            "sk-%s",
            "ghp_%s",
            "github_pat_%s",
            "glpat-%s",
            "xoxb-%s",
            "key sk-ant-api03-%s was refused",
            "token eyJ%s.eyJ%s.%s",
            "-----BEGIN RSA PRIVATE KEY-----\n%s\n-----END RSA PRIVATE KEY-----\nend",
            "-----BEGIN PRIVATE KEY-----\n%s");

    static String planted(String shape, String secret) {
        return shape.replace("%%", "%").replace("%s", secret);
    }

    /** A secret that is nothing else by accident. */
    static String secret(Random random) {
        StringBuilder secret = new StringBuilder("q");
        int length = 24 + random.nextInt(20);
        while (secret.length() < length) {
            secret.append("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".charAt(random.nextInt(62)));
        }
        return secret.toString();
    }

    @ParameterizedTest
    @FieldSource("SHAPES")
    void secretIsLeftOutOfAnyText(String shape) {
        Random random = new Random(shape.hashCode());
        for (int i = 0; i < 50; i++) {
            String secret = secret(random);
            String text = planted(shape, secret);
            for (String around : List.of("%s", "starting: %s", "(%s)", "a\n%s\nb", "see https://example.com/x %s")) {
                assertThat(Secrets.redact(around.replace("%s", text)))
                        .as("%s in %s", shape, around)
                        .doesNotContain(secret)
                        .contains(Secrets.MARK);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ok",
                "Unexpected token: }",
                "Basic authentication failed",
                "Bearer authentication required",
                "used 1200 tokens: 800 in, 400 out",
                "inputTokens=12, outputTokens: 400",
                "at https://example.com:8080/a@b?x=1",
                "git clone https://github.com/me/repo.git",
                "progressToken=abc123",
                "key=value",
                "npx -y @me/server --verbose --user-agent me",
                "--no-password --token-file x",
                "C:\\Users\\me: no such file",
                "12:30:45 INFO started",
                "skip-this-and-that-please-now",
            })
    void whatIsNoSecretStays(String text) {
        assertThat(Secrets.redact(text)).isEqualTo(text);
    }

    @Test
    void restOfTheTextStays() {
        assertThat(Secrets.redact("GET https://me:pw@h/p?x=1&token=abc&y=2 failed\nAuthorization: Bearer abcdef\nlast"))
                .isEqualTo(
                        "GET https://[redacted]@h/p?x=1&token=[redacted]&y=2 failed\nAuthorization: [redacted]\nlast");
        assertThat(Secrets.redact("run --api-key abc --verbose API_KEY=x y"))
                .isEqualTo("run --api-key [redacted] --verbose API_KEY=[redacted] y");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apiKey",
                "api_key",
                "API-KEY",
                "x-api-key",
                "token",
                "GITHUB_TOKEN",
                "accessToken",
                "access_token",
                "password",
                "PGPASSWORD",
                "clientSecret",
                "secret",
                "credentials",
                "Authorization",
                "Proxy-Authorization",
                "Cookie",
                "set-cookie",
                "privateKey",
                "DB_PASS",
                "MYSQL_PWD",
                "--password",
                "authToken",
                "SERVICE_KEY",
                "jwt",
                "tokenValue"
            })
    void namesOfSecretsAreKnownInAnySpelling(String name) {
        assertThat(Secrets.isSecretName(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "name",
                "key",
                "id",
                "sessionId",
                "auth",
                "authMethods",
                "inputTokens",
                "tokens",
                "maxTokens",
                "progressToken",
                "nextPageToken",
                "idempotencyKey",
                "path",
                "passthrough",
                "author",
                "code",
                "session",
                "KEY"
            })
    void otherNamesAreNone(String name) {
        assertThat(Secrets.isSecretName(name)).isFalse();
    }

    @Test
    void longTextsTakeTimeInProportionToTheirLength() {
        // Each of these took minutes if a part of it were looked at again and again.
        for (String piece : List.of(
                "://",
                "://a:b/",
                "=",
                ":",
                "token",
                "\"",
                "\\",
                "--token ",
                "-----BEGIN PRIVATE KEY",
                "Bearer ",
                "a.",
                "?key",
                "eyJ",
                "token=\"\\",
                "password:'",
                " -u ",
                "a@")) {
            String text = piece.repeat(300_000 / piece.length());
            assertThat(Secrets.redact(text)).isNotNull();
        }
    }
}
