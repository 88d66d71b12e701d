packages=(@agentclientprotocol/sdk@2.4.0 zod@4.6.7 sdk-examples@npm:@agentclientprotocol/sdk@1.9.0)
command=(node "$certification/sdk-example.mjs" "$modules" agent)
