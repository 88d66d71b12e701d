packages=(@agentclientprotocol/sdk@1.9.0 zod@4.6.7)
command=(node "$modules/@agentclientprotocol/sdk/dist/examples/dual-version-agent.js")
