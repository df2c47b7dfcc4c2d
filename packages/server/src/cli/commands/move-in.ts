import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import type { MoveImportDetails, NewMoveImport } from "@parlour/protocol/api";
import { countedKinds, moveResults, type MoveCounts } from "@parlour/protocol/move-in/move-import";
import { moveSystems, type MoveSystem } from "@parlour/protocol/move-in/record";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { pause } from "../../core/pause.ts";
import { parseCommandArgs, UsageError, type Command, type CommandDeps } from "../command.ts";

/** Imports from another system by the service API of a running installation (MV-032). */
export const moveInCommand: Command = {
  name: "move-in",
  usage:
    "parlour move-in [--url URL] --system NAME (--address URL [--account NAME] [--token-env NAME] | --file FILE --name NAME) [--plan | --yes] [--count-from DAY]",
  help:
    "Imports chats and people from another system. The environment variable PARLOUR_KEY is an API key with the scope data.manage.\n" +
    `  --system NAME     ${moveSystems.join(", ")}\n` +
    "  --address URL     the other system\n" +
    "  --account NAME    account there, if the system needs one\n" +
    "  --token-env NAME  environment variable with the access token\n" +
    "  --file FILE       an export of the other system\n" +
    "  --name NAME       name of the files; the same name finds what an earlier import brought\n" +
    "  --plan            print the plan and end\n" +
    "  --yes             start without --plan first; otherwise nothing is moved\n" +
    "  --count-from DAY  reports count chats from this day on, such as 2026-01-01 (none if absent)\n" +
    "  --url URL         the installation (PARLOUR_URL if absent)",
  async run(args, deps) {
    const { values } = parseCommandArgs(
      args,
      {
        url: { type: "string" },
        system: { type: "string" },
        address: { type: "string" },
        account: { type: "string" },
        "token-env": { type: "string" },
        file: { type: "string" },
        name: { type: "string" },
        plan: { type: "boolean" },
        yes: { type: "boolean" },
        "count-from": { type: "string" },
      },
      0,
    );
    const call = createCaller(values.url, deps);
    const source = await readSource(call, values, deps);
    const created = await call<MoveImportDetails>("POST", "imports", source);
    deps.out(`connected to ${created.check?.product ?? source.system}`);
    await call("POST", `imports/${created.id}/plan`, {});
    const planned = await follow(call, created.id, deps);
    printCounts(planned.plan?.counts ?? {}, planned.problems, deps);
    if (planned.state !== "planned") return reportFailure(planned, deps);
    if (values.yes !== true) {
      if (values.plan !== true) deps.out("nothing was moved; repeat the command with --yes");
      return 0;
    }
    await call("PUT", `imports/${created.id}/choices`, {
      channel_id: null,
      operators: {},
      count_from: values["count-from"] ?? null,
      merge_visitors: false,
    });
    await call("POST", `imports/${created.id}/start`, {});
    const done = await follow(call, created.id, deps);
    printCounts(done.counts, done.problems, deps);
    return done.state === "done" ? 0 : reportFailure(done, deps);
  },
};

type Call = <R>(method: "GET" | "POST" | "PUT", path: string, body?: object) => Promise<R>;
type Values = Readonly<Record<string, boolean | string | undefined>>;

function createCaller(given: boolean | string | undefined, { env }: CommandDeps): Call {
  const url = given ?? env["PARLOUR_URL"];
  const key = env["PARLOUR_KEY"];
  if (typeof url !== "string" || !URL.canParse(url))
    throw new UsageError("--url is missing, or is not an address");
  if (key === undefined || key === "") throw new UsageError("PARLOUR_KEY is missing");
  return async <R>(method: string, path: string, body?: object): Promise<R> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url.replace(/\/+$/, "")}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...omitAbsent({ "content-type": isForm ? undefined : "application/json" }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const answer = (await response.json()) as R & { readonly error?: { readonly message: string } };
    if (!response.ok)
      throw new UsageError(answer.error?.message ?? `the installation answered ${response.status}`);
    return answer;
  };
}

async function readSource(call: Call, values: Values, deps: CommandDeps): Promise<NewMoveImport> {
  const { system, address, account, file, name } = values;
  if (!moveSystems.some((known) => known === system))
    throw new UsageError(`--system is one of ${moveSystems.join(", ")}`);
  if ((address === undefined) === (file === undefined))
    throw new UsageError("use either --address or --file");
  if (file !== undefined && name === undefined) throw new UsageError("--name is missing");
  const variable = values["token-env"];
  const token = typeof variable === "string" ? deps.env[variable] : undefined;
  if (variable !== undefined && token === undefined)
    throw new UsageError(`the environment variable ${variable} is missing`);
  const texts = { address, account, name, token } as Partial<NewMoveImport>;
  return {
    system: system as MoveSystem,
    ...omitAbsent({
      ...texts,
      files: typeof file === "string" ? [await upload(call, file)] : undefined,
    }),
  };
}

async function upload(call: Call, path: string): Promise<string> {
  const form = new FormData();
  form.set("file", await openAsBlob(path), basename(path));
  return (await call<{ readonly id: string }>("POST", "imports/files", form)).id;
}

const pollMs = 1_000;
/** Waits until a plan or a move ends or pauses, and prints its progress. */
async function follow(
  call: Call,
  id: number,
  { clock, out }: CommandDeps,
): Promise<MoveImportDetails> {
  for (let last = ""; ;) {
    const found = await call<MoveImportDetails>("GET", `imports/${id}`);
    if (found.state !== "planning" && found.state !== "running") return found;
    const done = found.counts.message?.new ?? 0;
    const facts = [
      found.reads,
      done > 0 ? `${done} messages` : null,
      found.reason == null ? null : `waits: ${found.reason.detail}`,
    ].filter((fact) => fact != null);
    const line = [found.state, facts.join(", ")].join(facts.length === 0 ? "" : ": ");
    if (line !== last) out(line);
    last = line;
    await pause(clock, pollMs);
  }
}

function printCounts(
  counts: MoveCounts,
  problems: MoveImportDetails["problems"],
  { out }: CommandDeps,
): void {
  for (const kind of countedKinds) {
    const ofKind = counts[kind] ?? {};
    const results = moveResults.filter((result) => (ofKind[result] ?? 0) > 0);
    if (results.length > 0)
      out(`  ${kind}: ${results.map((result) => `${ofKind[result]} ${result}`).join(", ")}`);
  }
  for (const [code, count] of Object.entries(problems)) out(`  ${code}: ${count}`);
}

function reportFailure({ id, state, reason }: MoveImportDetails, { err }: CommandDeps): number {
  const why = reason == null ? "" : `: ${reason.detail} (${reason.code})`;
  err(`the import ${id} is ${state}${why}`);
  return 1;
}
