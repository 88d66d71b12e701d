package io.acp4j.cli.sample;

/** Lists the commands in a table. */
final class CommandListScenario implements Scenario {

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        StringBuilder table = new StringBuilder("| command | description |\n|---|---|\n");
        for (ScenarioCatalog.Entry entry : ScenarioCatalog.ENTRIES) {
            String hint = entry.hint() == null ? "" : " [" + entry.hint() + "]";
            table.append("| `/")
                    .append(entry.name())
                    .append(hint)
                    .append("` | ")
                    .append(entry.description())
                    .append(" |\n");
        }
        turn.say(table.toString());
    }
}
