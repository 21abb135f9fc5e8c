// Looks on under pi: what its own estimate makes of each message, and which tools there are when a run begins.
import { appendFileSync } from "node:fs";
import { estimateTokens } from "@mariozechner/pi-coding-agent";

export default function (pi: any) {
  const say = (row: object) => appendFileSync(process.env.PROBE_FILE!, JSON.stringify(row) + "\n");
  pi.on("message_end", (event: any) => {
    const { role, toolCallId, content } = event.message;
    const calls = Array.isArray(content) ? content.filter((part: any) => part.type === "toolCall").map((part: any) => part.id) : [];
    say({ role, toolCallId, calls, tokens: role === "system" ? null : estimateTokens(event.message) });
  });
  pi.on("before_agent_start", () => {
    const tools = pi.getAllTools().map(({ name, description, parameters, promptGuidelines }: any) => ({ name, description, parameters, promptGuidelines }));
    say({ tools, active: pi.getActiveTools() });
  });
}
