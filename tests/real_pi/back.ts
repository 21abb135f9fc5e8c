// A command that goes back, in the session's tree, to the first entry in which tally kept its counters.
export default function (pi: any) {
  pi.registerCommand("back", {
    description: "go back",
    handler: async (_args: string, ctx: any) => {
      const entry = ctx.sessionManager.getBranch().find((one: any) => one.customType === "ctxwm-stats");
      await ctx.navigateTree(entry.id, { summarize: false });
    },
  });
}
