import type { FastifyInstance } from "fastify";
import {
  Broadcast,
  BroadcastDetails,
  BroadcastPreview,
  BroadcastPreviewQuery,
  BroadcastRecipients,
  BroadcastRecipientsQuery,
  Broadcasts,
  BroadcastStart,
  BroadcastTest,
  EmptyBody,
  IdParams,
  IgnoredEmailChat,
  NewBroadcast,
  PageQuery,
} from "@parlour/protocol/api";
import type { BroadcastPort } from "../../../actions/broadcasts/index.ts";
import type { MessageTarget } from "../../../actions/broadcasts/write-message.ts";
import { mustMaskText, type Principal } from "../../../auth/index.ts";
import { refuse } from "../../../core/failure.ts";
import { parseTime } from "../../../settings/texts.ts";
import {
  changeBroadcastState,
  createBroadcast,
  findBroadcast,
  listBroadcasts,
  type BroadcastRecord,
  type BroadcastState,
} from "../../../store/broadcasts/broadcast.ts";
import { countRecipients, listRecipients } from "../../../store/broadcasts/broadcast-recipient.ts";
import { findOperator } from "../../../store/settings/account/operator.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import { cutPage, decodeCursor } from "../../kit/cursor.ts";
import { declareRoute, type ResourceRequestContext } from "../../kit/declare-route.ts";
import { parseId, requireFound } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { requireVisitor } from "../require-visitor.ts";
import { readNewBroadcast, type NewBroadcastDeps } from "./new-broadcast.ts";
import { serializeBroadcast, serializeCounts, serializeRecipient } from "./serialize-broadcast.ts";

interface BroadcastDeps extends NewBroadcastDeps {
  readonly broadcasts: BroadcastPort;
}

const shared = { action: "broadcasts.manage", tag: "broadcasts" } as const;
const one = { ...shared, params: IdParams } as const;

/** Registers the routes of broadcasts (BC-001 – BC-015). */
export function broadcastRoutes(app: FastifyInstance, deps: BroadcastDeps): void {
  const { auth, reader } = deps;
  declareRoute(app, auth, {
    ...shared,
    method: "GET",
    url: "/broadcasts",
    summary: "List broadcasts",
    query: PageQuery,
    status: 200,
    answer: Broadcasts,
    async handle({ principal, query: { limit = 50, cursor } }) {
      assertReadsTexts(principal);
      const [before = Number.MAX_SAFE_INTEGER] = decodeCursor("broadcasts", cursor, 1);
      const rows = await listBroadcasts(reader, principal.accountId, { before, limit: limit + 1 });
      const page = cutPage("broadcasts", rows, limit, ({ id }) => [id]);
      const config = await deps.config(principal.accountId);
      return { ...page, items: page.items.map((row) => serializeBroadcast(row, config)) };
    },
  });
  declareRoute(app, auth, {
    ...shared,
    method: "POST",
    url: "/broadcasts",
    summary: "Create a broadcast",
    body: NewBroadcast,
    status: 201,
    answer: Broadcast,
    async handle(context) {
      const { principal, body } = context;
      assertReadsTexts(principal);
      const broadcast = await readNewBroadcast(deps, principal, body);
      const created = await changeSettings(deps, context, "broadcast.change", async (tx, now) => {
        const result = await createBroadcast(tx, principal.accountId, broadcast, now);
        return { result, changed: [], target: `${result.name}: create` };
      });
      return serializeBroadcast(created, await deps.config(principal.accountId));
    },
  });
  declareRoute(app, auth, {
    ...one,
    method: "GET",
    url: "/broadcasts/:id",
    summary: "Get a broadcast with its results",
    status: 200,
    answer: BroadcastDetails,
    async handle({ principal, params }) {
      const found = await requireBroadcast(deps, principal, params.id);
      return {
        ...serializeBroadcast(found, await deps.config(principal.accountId)),
        ...serializeCounts(await countRecipients(reader, principal.accountId, found.id)),
      };
    },
  });
  stateRoutes(app, deps);
  recipientRoutes(app, deps);
}

/** The changes of the state of a broadcast: from which states, and to which one. */
const changes = {
  pause: { from: ["running"], to: "paused", summary: "Pause a broadcast" },
  continue: { from: ["paused"], to: "running", summary: "Continue a broadcast" },
  cancel: {
    from: ["draft", "scheduled", "running", "paused"],
    to: "cancelled",
    summary: "Cancel a broadcast",
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly from: readonly BroadcastState[];
      readonly to: BroadcastState;
      readonly summary: string;
    }
  >
>;

function stateRoutes(app: FastifyInstance, deps: BroadcastDeps): void {
  const { auth, clock } = deps;
  declareRoute(app, auth, {
    ...one,
    method: "POST",
    url: "/broadcasts/:id/start",
    summary: "Start a broadcast",
    body: BroadcastStart,
    status: 200,
    answer: Broadcast,
    async handle(context) {
      const now = clock.now();
      const at = context.body?.at === undefined ? now : parseStartTime(context.body.at, now);
      const to = at > now ? "scheduled" : "running";
      return changeState(deps, context, "start", { from: ["draft", "scheduled"], to, dueAt: at });
    },
  });
  for (const [name, { from, to, summary }] of Object.entries(changes))
    declareRoute(app, auth, {
      ...one,
      method: "POST",
      url: `/broadcasts/:id/${name}`,
      summary,
      body: EmptyBody,
      status: 200,
      answer: Broadcast,
      handle: (context) =>
        changeState(deps, context, name as keyof typeof changes, {
          from,
          to,
          dueAt: to === "running" ? clock.now() : null,
        }),
    });
}

const maxStartDelayMs = 366 * 24 * 3_600_000;
function parseStartTime(text: string, now: number): number {
  const at = parseTime(text, "at").getTime();
  if (at <= now || at > now + maxStartDelayMs)
    refuse("invalid_request", "The time must be in the future, at most a year ahead.", {
      field: "at",
    });
  return at;
}

async function changeState(
  deps: BroadcastDeps,
  context: ResourceRequestContext,
  name: "start" | keyof typeof changes,
  change: {
    readonly from: readonly BroadcastState[];
    readonly to: BroadcastState;
    readonly dueAt: number | null;
  },
): Promise<Broadcast> {
  const { principal, params } = context;
  const { accountId } = principal;
  const { id } = await requireBroadcast(deps, principal, params.id);
  const { node } = deps.broadcasts;
  const changed = await changeSettings(deps, context, "broadcast.change", async (tx, now) => {
    const result = await changeBroadcastState(tx, accountId, id, { ...change, node, now });
    if (result === null)
      return refuse("not_available", "The broadcast is in a state that does not allow this.");
    return { result, changed: [], target: `${result.name}: ${name}` };
  });
  deps.broadcasts.wake();
  return serializeBroadcast(changed, await deps.config(accountId));
}

function recipientRoutes(app: FastifyInstance, deps: BroadcastDeps): void {
  const { auth, broadcasts, reader } = deps;
  declareRoute(app, auth, {
    ...one,
    method: "GET",
    url: "/broadcasts/:id/preview",
    summary: "Preview a broadcast and count its recipients",
    query: BroadcastPreviewQuery,
    status: 200,
    answer: BroadcastPreview,
    async handle({ principal, params, query }) {
      const found = await requireBroadcast(deps, principal, params.id);
      const example =
        query.visitor === undefined
          ? null
          : (await requireVisitor(deps, principal, query.visitor)).visitor;
      return broadcasts.preview(principal.accountId, found, example);
    },
  });
  declareRoute(app, auth, {
    ...one,
    method: "POST",
    url: "/broadcasts/:id/test",
    summary: "Send a test of a broadcast",
    body: BroadcastTest,
    status: 200,
    answer: IgnoredEmailChat,
    async handle({ principal, params, body, key }) {
      const found = await requireBroadcast(deps, principal, params.id);
      const target = await findTestTarget(deps, principal, found, body?.visitor);
      return broadcasts.test(principal.accountId, found, target, key);
    },
  });
  declareRoute(app, auth, {
    ...one,
    method: "GET",
    url: "/broadcasts/:id/recipients",
    summary: "List the visitors of a broadcast with their results",
    query: BroadcastRecipientsQuery,
    status: 200,
    answer: BroadcastRecipients,
    async handle({ principal, params, query: { limit = 50, cursor, state = null } }) {
      const { id } = await requireBroadcast(deps, principal, params.id);
      const [after = 0] = decodeCursor("broadcast_recipients", cursor, 1);
      const filter = { id, state, after, limit: limit + 1 };
      const rows = await listRecipients(reader, principal.accountId, filter);
      const page = cutPage("broadcast_recipients", rows, limit, ({ number }) => [number]);
      return { ...page, items: page.items.map(serializeRecipient) };
    },
  });
}

/** BC-015: a visitor, or in a mail channel the caller, with the values of the visitor. */
async function findTestTarget(
  deps: BroadcastDeps,
  principal: Principal,
  { channelId }: BroadcastRecord,
  number: number | undefined,
): Promise<MessageTarget> {
  const { accountId, operatorId } = principal;
  const found = number === undefined ? null : await requireVisitor(deps, principal, String(number));
  if ((await deps.config(accountId)).channels.get(channelId)?.kind === "mail") {
    const operator = requireFound(
      await findOperator(deps.reader, accountId, operatorId),
      "operator",
    );
    const name = { value: operator.name };
    const email = { value: operator.email };
    return {
      address: operator.email.toLowerCase(),
      name: operator.name,
      visitor: found?.visitor ?? { number: 0, name, email, phone: null },
    };
  }
  if (found === null)
    return refuse("invalid_request", "Choose the visitor who receives the test.", {
      field: "visitor",
    });
  const address = await deps.broadcasts.findAddress(accountId, channelId, found);
  return { visitor: found.visitor, address, name: found.visitor.name?.value };
}

/** Returns the broadcast. Throws Refusal `not_found`, or `forbidden` if texts are masked. */
async function requireBroadcast(
  { reader }: RouteDeps,
  principal: Principal,
  text: string,
): Promise<BroadcastRecord> {
  assertReadsTexts(principal);
  const id = parseId(text, "broadcast");
  return requireFound(await findBroadcast(reader, principal.accountId, id), "broadcast");
}

function assertReadsTexts(principal: Principal): void {
  if (mustMaskText(principal)) refuse("forbidden", "Your role cannot write to visitors.");
}
