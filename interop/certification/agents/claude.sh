packages=(@agentclientprotocol/claude-agent-acp@0.101.0)
command=(node "$modules/.bin/claude-agent-acp")
environment=(ANTHROPIC_API_KEY=none "ANTHROPIC_BASE_URL=$model" CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1)
file .claude/settings.json <<EOF
{
  "permissions": { "defaultMode": "default" }
}
EOF
protocol=both
