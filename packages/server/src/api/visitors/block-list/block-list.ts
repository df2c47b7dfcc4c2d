import { blockListEntry } from "@parlour/protocol/settings/kinds/people/block-list";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  BlockList,
  BlockListEntry,
  BlockListEntryPatch,
  BlockListQuery,
  IdParams,
  NewBlockListEntry,
  NoContent,
} from "@parlour/protocol/api";
import { refuse } from "../../../core/failure.ts";
import { parseBlockSubject, parseBlockEnd } from "./validation.ts";
import { cutPage, decodeCursor } from "../../kit/cursor.ts";
import { requireFound, parseId } from "../../kit/ids.ts";
import { declareRoute, type ResourceRequestContext } from "../../kit/declare-route.ts";
import { toBlockListEntry } from "../../../settings/content/block-list.ts";
import { parseBody } from "../../../settings/kind/values.ts";
import { changeSettings, assertNotManagedByFile } from "../../kit/change-settings.ts";
import {
  listBlocks,
  findBlock,
  findMatchingBlocks,
} from "../../../store/settings/content/block-list.ts";
import {
  addBlock,
  updateBlock,
  unblock,
} from "../../../store/settings/content/block-list-changes.ts";
import { assertBlockListLimit } from "../../../store/visitors/visitor-block.ts";
import { createTransactionReader } from "../../../store/database/transaction-reader.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { checkBlockRoute } from "./check-block.ts";

/** Registers the routes of the block list (CORE-070, API-273, API-042). */
export function blockListRoutes(app: FastifyInstance, deps: RouteDeps): void {
  listEntriesRoute(app, deps);
  getEntryRoute(app, deps);
  addEntryRoute(app, deps);
  changeEntryRoute(app, deps);
  liftEntryRoute(app, deps);
  checkBlockRoute(app, deps);
}

function listEntriesRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/blacklist",
    action: "blacklist.read",
    tag: "blacklist",
    summary: "List block list entries",
    query: BlockListQuery,
    status: 200,
    answer: BlockList,
    handle: async ({ principal, query }) => {
      const limit = query.limit ?? 50;
      const now = deps.clock.now();
      const [before] = decodeCursor("blacklist", query.cursor, 1);
      const q = query.q?.trim();
      const rows = await listBlocks(deps.reader, principal.accountId, {
        limit: limit + 1,
        now,
        state: query.state,
        kind: query.kind,
        q: q === "" ? undefined : q,
        before,
      });
      const page = cutPage("blacklist", rows, limit, ({ id }) => [id]);
      return { ...page, items: page.items.map((row) => toBlockListEntry(row, now)) };
    },
  });
}
function getEntryRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/blacklist/:id",
    action: "blacklist.read",
    tag: "blacklist",
    summary: "Get a block list entry",
    params: IdParams,
    status: 200,
    answer: BlockListEntry,
    handle: async ({ principal, params }) =>
      toBlockListEntry(
        requireFound(
          await findBlock(deps.reader, principal.accountId, parseId(params.id, "entry")),
          "entry",
        ),
        deps.clock.now(),
      ),
  });
}
function addEntryRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/blacklist",
    action: "blacklist.manage",
    tag: "blacklist",
    summary: "Create a block list entry",
    body: NewBlockListEntry,
    status: 201,
    answer: BlockListEntry,
    handle: async (context) => {
      const { principal } = context;
      const account = principal.accountId;
      const body = parseBody(blockListEntry.fields, context.body);
      const subject = await parseBlockSubject(deps, account, body);
      return changeSettings(deps, context, "blacklist.add", async (tx, now) => {
        const until = parseBlockEnd(body.until, now) ?? null;
        await assertBlockListLimit(tx, account, now);
        if ((await findMatchingBlocks(tx, account, subject, now)).length > 0) rejectDuplicate();
        const operatorId = principal.operatorId;
        const id = await addBlock(tx, account, {
          ...subject,
          until,
          reason: body.reason ?? null,
          chatId: null,
          by: operatorId,
          managed: false,
          now,
        });
        const row = requireFound(
          await findBlock(createTransactionReader(tx), account, id),
          "entry",
        );
        return {
          result: toBlockListEntry(row, now),
          changed: [{ kind: "blacklist", id }],
          target: `blacklist ${id} ${subject.kind}`,
        };
      });
    },
  });
}
function changeEntryRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/blacklist/:id",
    action: "blacklist.manage",
    tag: "blacklist",
    summary: "Update a block list entry",
    params: IdParams,
    body: BlockListEntryPatch,
    status: 200,
    answer: BlockListEntry,
    handle: (context) => changeEntry(deps, context),
  });
}
async function changeEntry(
  deps: RouteDeps,
  context: ResourceRequestContext<Static<typeof BlockListEntryPatch>>,
): Promise<BlockListEntry> {
  const { principal, body } = context;
  const account = principal.accountId;
  const id = parseId(context.params.id, "entry");
  return changeSettings(deps, context, "blacklist.change", async (tx, now) => {
    const before = requireFound(await findBlock(createTransactionReader(tx), account, id), "entry");
    assertNotManagedByFile(context, before);
    const patch = parseBody(blockListEntry.fields, body);
    const until = parseBlockEnd(patch.until, now);
    const isReactivated =
      body.lifted === false && toBlockListEntry(before, now).state !== "in_force";
    if (isReactivated) {
      const { kind, until: previousEnd } = before.values;
      if (until === undefined && previousEnd !== null && Date.parse(previousEnd) <= now)
        refuse("invalid_request", "This entry has expired. Set a new end.", { field: "until" });
      await assertBlockListLimit(tx, account, now);
      if (
        (await findMatchingBlocks(tx, account, { kind, value: before.facts.compared }, now)).some(
          (candidate) => candidate.id !== id,
        )
      )
        rejectDuplicate();
    }
    await updateBlock(tx, { account, id }, { until, reason: patch.reason, inForce: isReactivated });
    const row = requireFound(await findBlock(createTransactionReader(tx), account, id), "entry");
    return {
      result: toBlockListEntry(row, now),
      changed: [{ kind: "blacklist", id }],
      target: `blacklist ${id} ${row.values.kind}: ${Object.keys(body).join(", ")}`,
    };
  });
}
function liftEntryRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/blacklist/:id",
    action: "blacklist.manage",
    tag: "blacklist",
    summary: "Lift a block list entry",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const account = context.principal.accountId;
      const id = parseId(context.params.id, "entry");
      return changeSettings(deps, context, "blacklist.lift", async (tx, now) => {
        const row = requireFound(
          await findBlock(createTransactionReader(tx), account, id),
          "entry",
        );
        assertNotManagedByFile(context, row);
        await unblock(tx, { account, id }, context.principal.operatorId, now);
        return {
          result: null,
          changed: [{ kind: "blacklist", id }],
          target: `blacklist ${id} ${row.values.kind}`,
        };
      });
    },
  });
}

function rejectDuplicate(): never {
  refuse("name_taken", "An active entry already blocks this.", { field: "value" });
}
