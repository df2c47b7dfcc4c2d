import type { TestHooks } from "@parlour/server";
import { runBuiltServer } from "./built-server.ts";

/**
 * A server process with an injected fault, for crash tests. CRASH_AT=`<step>:<n>` kills the process
 * with SIGKILL when it passes the named step for the n-th time. With ANSWER_EARLY=1, the process
 * responds before the commit, which every checker must detect. MODEL_REPLY is the JSON that the
 * model of each account replies.
 */
const [step = "", count = "1"] = (process.env["CRASH_AT"] ?? "").split(":");
let remaining = Number(count);
const probe = (passedStep: string): void => {
  if (passedStep === step && --remaining === 0) process.kill(process.pid, "SIGKILL");
};
const modelReply = process.env["MODEL_REPLY"];
const hooks: TestHooks = {
  probe,
  ...(modelReply === undefined
    ? {}
    : { askModel: () => Promise.resolve({ json: JSON.parse(modelReply) as unknown }) }),
  ...(process.env["ANSWER_EARLY"] === "1"
    ? {
        wrapWrite: (write) => async (command) => {
          write(command).catch(() => undefined);
          return Promise.resolve({ answer: {} as never, replayed: false, position: 0 });
        },
      }
    : {}),
};
delete process.env["CRASH_AT"];
delete process.env["ANSWER_EARLY"];
delete process.env["MODEL_REPLY"];
runBuiltServer(hooks);
