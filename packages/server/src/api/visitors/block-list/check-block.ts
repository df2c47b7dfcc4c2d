import type { FastifyInstance } from "fastify";
import { BlockCheckResult, BlockCheckQuery } from "@parlour/protocol/api";
import type { Principal } from "../../../auth/index.ts";
import { findBlock as matchBlock, type VisitorIdentifiers } from "../../../core/blacklist/match.ts";
import { normalizeValue } from "../../../core/blacklist/normalize.ts";
import { refuse } from "../../../core/failure.ts";
import { requireFound } from "../../kit/ids.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { toBlockListEntry } from "../../../settings/content/block-list.ts";
import { getChatVisibility } from "../../chats/visibility.ts";
import { toBlockIdentifiers } from "../visitor-serializer.ts";
import { findBlock } from "../../../store/settings/content/block-list.ts";
import { findVisitor } from "../../../store/visitors/visitor.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** Registers the route that checks values against the block list (API-042). */
export function checkBlockRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/blacklist/check",
    action: "visitors.read",
    tag: "blacklist",
    summary: "Check values against the block list",
    body: BlockCheckQuery,
    status: 200,
    answer: BlockCheckResult,
    once: { because: "It changes nothing." },
    handle: async ({ principal, body }) => {
      const now = deps.clock.now();
      const { blockList } = await deps.config(principal.accountId);
      const entry = matchBlock(
        blockList,
        await toBlockCheckIdentifiers(deps, principal, body),
        now,
      );
      const row =
        entry === null ? null : await findBlock(deps.reader, principal.accountId, entry.id);
      return { blocked: entry !== null, entry: row && toBlockListEntry(row, now) };
    },
  });
}

async function toBlockCheckIdentifiers(
  deps: RouteDeps,
  principal: Principal,
  input: BlockCheckQuery,
): Promise<VisitorIdentifiers> {
  const { visitor, customer } = input;
  for (const kind of ["ip", "country", "email", "phone", "user_token"] as const)
    if (input[kind] !== undefined && normalizeValue(kind, input[kind]) === null)
      refuse("invalid_request", `${kind} has no form that an entry could match.`, { field: kind });
  const stored: VisitorIdentifiers =
    visitor === undefined
      ? {}
      : toBlockIdentifiers(
          requireFound(
            await findVisitor(
              deps.reader,
              principal.accountId,
              getChatVisibility(principal),
              visitor,
            ),
            "visitor",
          ),
        );
  return {
    ...stored,
    customer: customer ? { channelId: customer.channel_id, key: customer.id } : stored.customer,
    ip: input.ip?.trim() ?? stored.ip,
    country: input.country ?? stored.country,
    userToken: input.user_token ?? stored.userToken,
    emails: [...(stored.emails ?? []), ...(input.email === undefined ? [] : [input.email])],
    phones: [...(stored.phones ?? []), ...(input.phone === undefined ? [] : [input.phone])],
  };
}
