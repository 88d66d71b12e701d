package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.acp4j.client.ClientSession;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a question says to the person who decides. */
class PermissionQuestionTest {

    private static PermissionQuestion question(String subject) throws SchemaException {
        return new PermissionQuestion(
                mock(ClientSession.class),
                RequestPermissionRequest.CODEC
                        .in(WireVersion.V2)
                        .decode(RawJson.parse(
                                ("{'sessionId':'s','title':'May I?','description':'It\\u202edeletes.\\nAll.'" + subject
                                                + ",'options':[{'optionId':'y','name':'Yes','kind':'allow_once'}]}")
                                        .replace('\'', '"'))));
    }

    @Test
    void aCommandIsToldWithItsDirectory() throws SchemaException {
        PermissionQuestion question =
                question(",'subject':{'type':'command','command':'rm -r build','cwd':'/project','toolCallId':'t'}");
        assertThat(question.title()).isEqualTo("May I?");
        assertThat(question.description()).isEqualTo("It\\u{202E}deletes.\nAll.");
        assertThat(question.command().command()).isEqualTo("rm -r build");
        assertThat(question.command().cwd()).isEqualTo("/project");
        assertThat(question.kind()).isNull();
    }

    @Test
    void aToolCallIsNoCommandAndVersion1HasNoDescription() throws SchemaException {
        assertThat(question(",'subject':{'type':'tool_call','toolCall':{'toolCallId':'t'}}")
                        .command())
                .isNull();
        assertThat(question("").command()).isNull();
        RequestPermissionRequest older =
                RequestPermissionRequest.of(new SessionId("s"), List.of(PermissionOption.allowOnce("y", "Yes")));
        assertThat(new PermissionQuestion(mock(ClientSession.class), older).description())
                .isNull();
    }
}
