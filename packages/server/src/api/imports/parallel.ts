import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import {
  NewParallelRun,
  NoContent,
  PageQuery,
  ParallelChats,
  ParallelRun,
  ParallelRunState,
  type ParallelChat,
} from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import { insertMove } from "../../store/move-in/move-import.ts";
import { finishParallelImport } from "../../store/move-in/parallel-import.ts";
import {
  countParallelChats,
  listParallelChats,
  type ParallelChat as StoredChat,
} from "../../store/move-in/parallel-chats.ts";
import {
  deleteParallelRun,
  findParallelRun,
  insertParallelRun,
} from "../../store/move-in/parallel-run.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { cutPage, decodeTextCursor } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { requireFound } from "../kit/ids.ts";
import type { MoveRouteDeps } from "./create-import.ts";
import { forwardingRoutes, type ForwardingDeps } from "./forwarding.ts";
import { dayMs, figureMs, roundFigure } from "./figures.ts";
import { makeChannel } from "./make-channel.ts";

const shared = { action: "data.manage", tag: "imports", url: "/imports/parallel" } as const;
const name = "Events of JivoChat";
/** A later import of files with this name finds the chats that were received. */
const source = `jivochat ${name}`;

export type ParallelDeps = MoveRouteDeps & ForwardingDeps;

/**
 * Registers the routes of runs in parallel with the old system (MV-070 – MV-073), and of the
 * forwarding to it.
 */
export function parallelRoutes(app: FastifyInstance, deps: ParallelDeps): void {
  declareRoute(app, deps.auth, {
    ...shared,
    method: "GET",
    summary: "Get the run in parallel with the old system",
    status: 200,
    answer: ParallelRunState,
    handle: async ({ principal }) => ({ run: await loadRun(deps, principal.accountId) }),
  });
  startRoute(app, deps);
  declareRoute(app, deps.auth, {
    ...shared,
    method: "DELETE",
    summary: "End the run in parallel with the old system",
    status: 204,
    answer: NoContent,
    handle: (context) =>
      changeSettings(deps, context, "data.move_in", async (tx) => {
        if (!(await deleteParallelRun(tx, context.principal.accountId))) requireFound(null, "run");
        return { result: null, changed: [], target: `${name}: end` };
      }),
  });
  chatsRoute(app, deps);
  forwardingRoutes(app, deps);
}

function startRoute(app: FastifyInstance, deps: ParallelDeps): void {
  declareRoute(app, deps.auth, {
    ...shared,
    method: "POST",
    summary: "Start a run in parallel with the old system",
    body: NewParallelRun,
    status: 201,
    answer: ParallelRun,
    once: "answer",
    async handle(context) {
      const { accountId, operatorId } = context.principal;
      if ((await findParallelRun(deps.reader, accountId)) !== null)
        refuse("not_available", "The account receives events already.");
      const secret = randomBytes(24).toString("base64url");
      await changeSettings(deps, context, "data.move_in", async (tx, now) => {
        const channel = await makeChannel(deps, tx, { accountId, operatorId, name });
        const importId = await insertMove(tx, accountId, {
          operatorId,
          system: "jivochat",
          source,
          name,
          settings: deps.secrets.seal(JSON.stringify({ files: [] })),
          check: noCheck,
          now,
        });
        await finishParallelImport(tx, { account: accountId, id: importId }, { channel, now });
        await insertParallelRun(tx, accountId, {
          importId,
          secret,
          sealed: deps.secrets.seal(secret),
          now,
        });
        return {
          result: undefined,
          changed: [{ kind: "channel", id: channel }],
          target: `${name}: start`,
        };
      });
      return requireFound(await loadRun(deps, accountId), "run");
    },
  });
}
const noCheck = {
  product: "JivoChat",
  account: null,
  first_chat_at: null,
  requests_per_minute: null,
  counts: {},
};

async function loadRun(deps: ParallelDeps, account: number): Promise<ParallelRun | null> {
  const run = await findParallelRun(deps.reader, account);
  if (run === null) return null;
  const now = deps.clock.now();
  const since = now - figureMs;
  const figures = await countParallelChats(deps.reader, account, { source, since, now });
  const { secret, importId } = run;
  return {
    system: "jivochat",
    import_id: importId,
    url: `${deps.publicUrl()}/parallel/${deps.secrets.open(secret)}`,
    created_at: run.createdAt,
    received: run.received,
    refused: run.refused,
    refused_reason: run.refusedReason as ParallelRun["refused_reason"],
    last_event_at: run.lastEventAt,
    figures: {
      there: figures.there,
      stored: figures.stored,
      missing: figures.missing,
      running: figures.running,
      answered: figures.answered,
      first_answer_ms: roundFigure(figures.firstAnswerMs),
      delay_ms: roundFigure(figures.delayMs),
      delay_p95_ms: roundFigure(figures.delayP95Ms),
    },
  };
}

function chatsRoute(app: FastifyInstance, deps: ParallelDeps): void {
  declareRoute(app, deps.auth, {
    ...shared,
    method: "GET",
    url: "/imports/parallel/chats",
    summary: "List chats of the old system beside those here",
    query: PageQuery,
    status: 200,
    answer: ParallelChats,
    async handle({ principal, query: { limit = 50, cursor } }) {
      const { accountId } = principal;
      requireFound(await findParallelRun(deps.reader, accountId), "run");
      const now = deps.clock.now();
      const [before, beforeChat] =
        cursor === undefined ? [now + dayMs, ""] : decodeTextCursor("parallel_chats", cursor);
      const rows = await listParallelChats(deps.reader, accountId, {
        source,
        before,
        beforeChat,
        limit: limit + 1,
      });
      const page = cutPage("parallel_chats", rows, limit, (row) => [
        Date.parse(row.firstEventAt),
        row.chat,
      ]);
      return { ...page, items: page.items.map((row) => serializeChat(row, now)) };
    },
  });
}

function serializeChat(row: StoredChat, now: number): ParallelChat {
  const { stored, finishedAt, messages, rating } = row;
  return {
    chat: row.chat,
    at: row.firstEventAt,
    there: { ended_at: finishedAt, messages, rating },
    stored:
      stored === null
        ? null
        : {
            chat_id: stored.id,
            visitor: stored.visitor,
            messages: stored.messages,
            rating: stored.rating,
          },
    difference: findDifference(row, now),
  };
}
function findDifference(
  { stored, finishedAt, firstEventAt, messages, rating }: StoredChat,
  now: number,
): ParallelChat["difference"] {
  if (finishedAt === null && stored === null)
    return Date.parse(firstEventAt) < now - dayMs ? "no_end" : "running";
  if (stored === null) return "not_stored";
  if (messages !== null && messages !== stored.messages) return "messages";
  return rating === stored.rating ? "none" : "rating";
}
