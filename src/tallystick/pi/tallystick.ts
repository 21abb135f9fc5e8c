// tallystick for pi: hands pi's events to `tally pi serve` and does what it answers. No rule and no number lives here.
// Where that process is missing, late or wrong, everything passes through as it came. The protocol: docs/pi.md.
import { spawn, type ChildProcess } from "node:child_process";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
const COMMAND = ["tally"]; // `tally install pi` puts the words here that start its own installation
const VERSION = 1;
const SHORT_MS = 2000, START_MS = 6000, LONGEST_REST_MS = 60_000; // what asks no model is answered in milliseconds
type Json = Record<string, any>;
type Reply = Promise<Json | undefined>;
/** Keeps the process that answers: started when needed, ended and left alone for a while when it is late or wrong. */
function connect(opening: (ctx: ExtensionContext) => Json, opened: (reply: Json, ctx: ExtensionContext) => void) {
  let child: ChildProcess | undefined, session: ExtensionContext | undefined, last = 0, failures = 0, restUntil = 0, heard = false;
  const waiting = new Map<number, (reply?: Json) => void>();
  const leave = (left = child) => {
    child = undefined;
    for (const answered of waiting.values()) answered();
    waiting.clear();
    return left;
  };
  const drop = (one?: ChildProcess) => { // each time it rests longer
    if (!one || one !== child) return;
    restUntil = Date.now() + Math.min(LONGEST_REST_MS, 1000 * 2 ** failures++);
    leave()?.kill("SIGKILL");
  };
  const write = (message: Json, to = child) => void to?.stdin?.write(JSON.stringify({ v: VERSION, ...message }) + "\n");
  const read = (line: string, from: ChildProcess) => {
    let message: Json | undefined;
    try { message = JSON.parse(line); } catch { /* it is wrong, and goes */ }
    if (message?.v !== VERSION) return drop(from);
    if (message.ask !== undefined) return void askModel(message, session).then((told) => write({ answer: message.ask, ...told }, from));
    [heard, failures] = [true, message.error ? failures : 0];
    waiting.get(message.id)?.(message.error ? undefined : message);
    waiting.delete(message.id);
  };
  const start = () => {
    const one = (child = spawn(COMMAND[0], [...COMMAND.slice(1), "pi", "serve"], { stdio: ["pipe", "pipe", "ignore"] }));
    let rest = "";
    heard = false; // until it says something, it may still be starting
    for (const end of [one, one.stdin]) end.on("error", () => drop(one));
    one.on("exit", () => drop(one));
    one.stdout.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (one === child) read(line, one);
    });
  };
  const call = (type: string, fields: Json, ms: number): Reply => new Promise((resolve) => {
    const [id, asked] = [++last, child]; // when its time is over, what has come is read first
    const timer = setTimeout(() => setImmediate(() => waiting.has(id) && drop(asked)), heard ? ms : Math.max(ms, START_MS));
    waiting.set(id, (reply) => { clearTimeout(timer); resolve(reply); });
    write({ id, type, ...fields });
  });
  /** Tells a process which session this is, and starts one if there is none and it is time again. */
  const begin = async (ctx: ExtensionContext) => {
    session = ctx;
    const fields = opening(ctx);
    if (!child && Date.now() >= restUntil) start();
    const reply = child && (await call("session_start", fields, SHORT_MS));
    if (reply) opened(reply, ctx);
  };
  /** Sends one event and waits for its reply: nothing where there is none in time, or the session is over. */
  const send = async (type: string, fields: Json, ctx: ExtensionContext, ms = SHORT_MS): Reply => {
    if (!session) return undefined;
    session = ctx;
    if (!child) void begin(ctx).catch(() => {});
    return child && call(type, fields, ms);
  };
  return { begin, send, stop: () => { session = undefined; leave()?.stdin?.end(); } }; // it writes down what it has, and ends
}

/** Asks a model of pi's own, out of band: `text` where it said something, `sent` where it was asked at all. */
async function askModel(ask: Json, ctx?: ExtensionContext): Promise<Json> {
  let sent = false;
  try {
    const registry: any = ctx?.modelRegistry;
    const [, provider, id] = /^(?:([^/]*)\/)?(.*)$/.exec(ask.model) ?? [];
    const model = (id && (registry.find(provider, id) ?? registry.find(ctx?.model?.provider, ask.model))) || ctx?.model;
    const auth = model && (await registry.getApiKeyAndHeaders(model));
    if (!auth?.ok) return { sent };
    const signals = [AbortSignal.timeout(ask.timeoutMs), ctx?.signal].filter((signal) => signal !== undefined);
    const options = { maxTokens: ask.maxTokens, temperature: 0, reasoningEffort: "low", signal: AbortSignal.any(signals) };
    const messages = [{ role: "user", content: [{ type: "text", text: ask.prompt }], timestamp: Date.now() }];
    const before: any = registry.complete ? undefined : await import("@mariozechner/pi-ai" as string); // pi before 1.0
    sent = true;
    const reply = await (before ? before.complete(model, { messages }, { ...options, ...auth }) : registry.complete(model, { messages }, options));
    return { sent, text: reply.content.flatMap((part: Json) => (part.type === "text" ? [part.text] : [])).join("\n") };
  } catch { return { sent }; }
}

/** pi's own text about skills, by whichever name its package has. */
async function describe(skills: any[]): Promise<string> {
  for (const name of skills.length ? ["@earendil-works/pi-coding-agent", "@mariozechner/pi-coding-agent"] : [])
    try { return (await import(name)).formatSkillsForPrompt(skills); } catch { /* the other one */ }
  return "";
}

export default function tallystick(pi: ExtensionAPI): void {
  if (/^(1|true)$/i.test(process.env.PI_CTX_OFF ?? "")) return;
  let longMs = SHORT_MS, hasTool = false, canLoad = false, skills: Json[] = [], skillSection = "";
  const pick = (names: string) => (from: Json) => Object.fromEntries(names.split(" ").map((name) => [name, from[name]]));
  const catalogue = () => {
    const active = pi.getActiveTools(); // pi before 1.0 adds no tool to a run that goes on: what cannot be loaded is not offered
    const tools = pi.getAllTools().filter((tool) => canLoad || active.includes(tool.name));
    return { tools: tools.map(pick("name description parameters promptGuidelines")), active, skills, skillSection };
  };
  const show = (reply: Json | undefined, ctx: ExtensionContext) => {
    if (reply?.snapshot) pi.appendEntry("ctxwm-stats", reply.snapshot);
    if (reply?.widget !== undefined && ctx.hasUI) ctx.ui.setWidget("ctxwm", reply.widget ? [reply.widget] : undefined);
  };
  const search = async (toolCallId: string, params: Json, _signal: unknown, _update: unknown, ctx: ExtensionContext) => {
    const found = await send("find_capability", { toolCallId, params, catalogue: catalogue() }, ctx);
    if (found?.activate?.length) pi.setActiveTools(found.activate);
    return { content: [{ type: "text", text: found?.text ?? "tally does not answer: go on without" }], details: found?.details ?? {} };
  };
  const { begin, send, stop } = connect((ctx) => {
    canLoad = "complete" in ctx.modelRegistry;
    const kept = ctx.sessionManager.getBranch().filter((entry: Json) => entry.customType === "ctxwm-stats");
    return { session: ctx.sessionManager.getSessionId(), snapshots: kept.slice(-1).map((entry: Json) => entry.data) };
  }, (reply, ctx) => {
    longMs = reply.longMs ?? longMs; // what asks a model may take longer
    show(reply, ctx);
    if (reply.tool && !hasTool) pi.registerTool({ ...reply.tool, execute: search } as any);
    hasTool ||= !!reply.tool;
  });
  for (const type of ["session_start", "session_tree"] as any[]) pi.on(type, (_event: unknown, ctx: ExtensionContext) => begin(ctx));
  pi.on("session_shutdown", stop);
  pi.on("before_agent_start", async (event: Json, ctx) => {
    skills = (event.systemPromptOptions?.skills ?? []).map(pick("name description filePath"));
    skillSection = await describe(event.systemPromptOptions?.skills ?? []);
    const { active, systemPrompt } = (await send("before_agent_start", { systemPrompt: event.systemPrompt, catalogue: catalogue() }, ctx)) ?? {};
    if (active) pi.setActiveTools(active);
    return systemPrompt === undefined ? undefined : { systemPrompt };
  });
  pi.on("tool_result", async (event: Json, ctx) => {
    if (event.parentToolCallId) return undefined; // only the tool that called it sees it
    const reply = await send("tool_result", { result: pick("toolName toolCallId input content details isError")(event) }, ctx, longMs);
    let accepted = Boolean(reply?.inject);
    try { if (accepted) pi.sendMessage(reply!.inject, { deliverAs: "steer" }); } catch { accepted = false; }
    if (reply?.inject) await send("injected", { toolCallId: event.toolCallId, accepted }, ctx);
    return reply?.content && { content: reply.content, details: reply.details };
  });
  pi.on("context", async ({ messages }: Json, ctx) => {
    const edits = new Map<number, any>((await send("context", { messages }, ctx))?.edits ?? []);
    if (edits.size) return { messages: messages.map((one: Json, place: number) => (edits.has(place) ? edits.get(place) : one)).filter(Boolean) };
  });
  for (const type of ["turn_end", "agent_end"] as any[]) pi.on(type, async (_event: unknown, ctx: ExtensionContext) => show(await send(type, {}, ctx), ctx));
  const tell = async (_args: string, ctx: ExtensionContext) =>
    ctx.ui.notify((await send("stats", {}, ctx))?.text ?? "tally does not answer: nothing is changed", "info");
  pi.registerCommand("ctx-stats", { description: "Show the tokens that were kept out of the context", handler: tell });
}
