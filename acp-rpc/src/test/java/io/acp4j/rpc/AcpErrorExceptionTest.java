package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.ErrorCode;
import org.junit.jupiter.api.Test;

class AcpErrorExceptionTest {

    @Test
    void internalErrorCarriesItsTextToThePeer() {
        AcpErrorException error = AcpErrorException.internalError("The model is overloaded; try again in a minute");

        assertThat(error.code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
        assertThat(error.error().message()).isEqualTo("The model is overloaded; try again in a minute");
        assertThat(error.error().data()).isNull();
    }
}
