import type { FastifyInstance } from "fastify";
import { BlockVisitor, VisitorParams, VisitorWithActivity } from "@parlour/protocol/api";
import type { VisitorRecord } from "../../../store/visitors/visitor-record.ts";
import { refuse } from "../../../core/failure.ts";
import { parseBlockEnd } from "./validation.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { trimOptionalText } from "../../../settings/texts.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import { serializeVisitor } from "../visitor-serializer.ts";
import { requireVisitor } from "../require-visitor.ts";
import { findMatchingBlocks } from "../../../store/settings/content/block-list.ts";
import { addBlock } from "../../../store/settings/content/block-list-changes.ts";
import { assertBlockListLimit } from "../../../store/visitors/visitor-block.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** Registers the route that blocks a visitor without an open chat (API-265). */
export function blockVisitorRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/visitors/:number/block",
    action: "visitors.write",
    tag: "visitors",
    summary: "Block a visitor",
    params: VisitorParams,
    body: BlockVisitor,
    status: 200,
    answer: VisitorWithActivity,
    handle: async (context) => {
      const { principal, params, body } = context;
      const { accountId, operatorId } = principal;
      const row = await requireVisitor(deps, principal, params.number);
      assertNoOpenChat(row, "This visitor has an open chat. Block them there.");
      const { id, number } = row.visitor;
      await changeSettings(deps, context, "blacklist.block", async (tx, now) => {
        const until = parseBlockEnd(body?.until, now) ?? null;
        const reason = trimOptionalText(body?.reason) ?? null;
        const subject = {
          kind: "visitor" as const,
          value: String(id),
          shown: String(number),
        };
        const [same] = await findMatchingBlocks(tx, accountId, subject, now);
        if (same !== undefined) return { result: null, changed: [], target: `visitor ${number}` };
        await assertBlockListLimit(tx, accountId, now);
        const entry = {
          ...subject,
          until,
          reason,
          chatId: null,
          by: operatorId,
          managed: false,
          now,
        };
        const block = await addBlock(tx, accountId, entry);
        return {
          result: null,
          changed: [{ kind: "blacklist" as const, id: block }],
          target: `visitor ${number}`,
        };
      });
      return serializeVisitor(row, await deps.config(accountId), {
        principal,
        now: deps.clock.now(),
      });
    },
  });
}

/** Throws Refusal `already_running` if the visitor has an open chat. */
export function assertNoOpenChat({ last }: VisitorRecord, message: string): void {
  if (last !== null && last.chat.state !== "closed")
    refuse("already_running", message, { chatId: last.chat.id });
}
