package io.acp4j.client.internal.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PersistentVectorTest {

    @Test
    void behavesAsAListWhateverIsDoneToIt() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            PersistentVector<Integer> vector = PersistentVector.empty();
            List<Integer> expected = new ArrayList<>();
            for (int step = 0; step < 5_000; step++) {
                int action = random.nextInt(10);
                if (action < 6 || expected.isEmpty()) {
                    vector = vector.plus(step);
                    expected.add(step);
                } else if (action == 6 && random.nextInt(20) == 0) {
                    int cut = random.nextInt(Math.min(expected.size(), 200) + 1);
                    vector = vector.truncated(vector.end() - cut);
                    expected.subList(expected.size() - cut, expected.size()).clear();
                } else if (action < 8) {
                    int at = random.nextInt(expected.size());
                    vector = vector.with(vector.first() + at, -step);
                    expected.set(at, -step);
                } else {
                    vector = vector.withoutFirst();
                    expected.remove(0);
                }
            }
            assertThat(vector).as("seed %d", seed).isEqualTo(expected);
            assertThat(vector.end() - vector.first()).isEqualTo(expected.size());
        }
    }

    @Test
    void growsThroughAllHeights() {
        PersistentVector<Integer> vector = PersistentVector.empty();
        for (int i = 0; i < 70_000; i++) {
            vector = vector.plus(i);
        }
        for (int i = 0; i < 70_000; i++) {
            assertThat(vector.at(i)).isEqualTo(i);
        }
    }

    @Test
    void earlierVersionsStayAsTheyWere() {
        List<PersistentVector<Integer>> versions = new ArrayList<>();
        PersistentVector<Integer> vector = PersistentVector.empty();
        for (int i = 0; i < 2_000; i++) {
            versions.add(vector);
            vector = vector.plus(i).with(i / 2, -i);
        }
        for (int i = 0; i < 2_000; i += 97) {
            assertThat(versions.get(i)).hasSize(i);
        }
        assertThat(versions.get(1_001).at(1_000)).isEqualTo(1_000);
        assertThat(vector.at(999)).isEqualTo(-1_999);
    }

    @Test
    void elementsKeepTheirNumberWhenOthersAreDropped() {
        PersistentVector<String> vector = PersistentVector.empty();
        for (int i = 0; i < 3_000; i++) {
            vector = vector.plus("e" + i);
            if (i >= 10) {
                vector = vector.withoutFirst();
            }
        }
        assertThat(vector.first()).isEqualTo(2_990);
        assertThat(vector).hasSize(10);
        assertThat(vector.at(2_995)).isEqualTo("e2995");
        PersistentVector<String> last = vector;
        assertThatThrownBy(() -> last.at(2_989)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> last.with(3_000, "x")).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
