// Drives pi's extension as pi does, without pi: each line on the input is one event, each line of the output how long the
// extension took for it (seconds) without the auxiliary model's own time. Run by bench.rows.pi_bridge.
import { createInterface } from "node:readline";

const SIZE = 100_000; // characters of a tool's result
const REPLY = "- the kiln fires, and every test passes";
const { default: extension } = await import(process.argv[2]);
const handlers = {};
let asked = 0;
const registry = {
  find: () => undefined,
  getApiKeyAndHeaders: async () => ({ ok: true }),
  complete: async () => {
    const began = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 5)); // a model takes its time; it is not ours
    asked += performance.now() - began;
    return { content: [{ type: "text", text: REPLY }] };
  },
};
const pi = {
  on: (name, handler) => (handlers[name] = handler),
  registerTool: () => {}, registerCommand: () => {}, appendEntry: () => {}, sendMessage: () => {}, setActiveTools: () => {},
  getAllTools: () => [], getActiveTools: () => [],
};
const ctx = {
  sessionManager: { getSessionId: () => "bench", getBranch: () => [] },
  modelRegistry: registry, model: { provider: "bench", id: "bench" }, hasUI: false, signal: undefined,
};
extension(pi);
await handlers.session_start({}, ctx);

let number = 0;
const text = () => `run ${++number}\n` + "tests/test_kiln.py::test_fire PASSED                                   [ 50%]\n".repeat(SIZE / 80);
const events = {
  // long, and digested by the model
  digest: () => ["tool_result", { toolName: "bash", toolCallId: `c${number}`, input: { command: "pytest" }, content: [{ type: "text", text: text() }], details: {}, isError: false }],
  // as long, of a tool that no mechanism looks at
  untouched: () => ["tool_result", { toolName: "deploy", toolCallId: `c${number}`, input: {}, content: [{ type: "text", text: text() }], details: {}, isError: false }],
};
for await (const line of createInterface({ input: process.stdin })) {
  const [name, event] = events[line]();
  asked = 0;
  const began = performance.now();
  const reply = await handlers[name](event, ctx);
  const taken = performance.now() - began - asked;
  const isRight = line === "digest" ? reply?.content?.[0]?.text === REPLY : reply === undefined;
  console.log(JSON.stringify({ seconds: isRight ? taken / 1000 : null }));
}
await handlers.session_shutdown({}, ctx);
