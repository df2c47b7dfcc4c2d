import { hash } from "node:crypto";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import {
  receiveOldSystemAnswer,
  type OldSystemAnswer,
} from "../../../core/move-in/receive-answer.ts";
import { countCommandBytes } from "../../../core/command-size.ts";
import type { WriteCommand } from "../../../core/command.ts";
import { fail, isFailure, Refusal, refuse, type Failure } from "../../../core/failure.ts";
import { toVisibleLine } from "../../../core/text.ts";
import { readBody } from "../../../http/body/body.ts";
import { isJsonObject, parseStrictJson } from "../../../http/body/json.ts";
import type { Limits } from "../../../limits/index.ts";
import { assertWithinLimits } from "../../../limits/customer-limits.ts";
import { receiptTypes, reservedTypes } from "@parlour/protocol/channel";
import { parseCustomerId, parseMessageContent, parseShortText } from "../format/parse-request.ts";

export interface ReceiveAnswerDeps {
  readonly write: WriteCommand;
  readonly limits: Limits;
  readonly findOldSystem: (
    secret: string,
  ) => Promise<{ account: number; channelId: number; keyScope: string } | null>;
}

/** An answer, or null for what an old system sends besides: typing, receipts and the like. */
type ParsedAnswer = (OldSystemAnswer & { readonly customer: string; readonly id: string }) | null;

/**
 * Registers `POST /parallel/<secret>/answers`, to which the old system sends its answers as to an
 * integrator (MV-082). It may append the id of a channel, as Parlour does (CH-070).
 */
export const receiveAnswers =
  (deps: ReceiveAnswerDeps): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, payload, done) => {
      const limit = deps.limits.value("body_kib") * 1024;
      readBody(payload as FastifyRequest["raw"], limit).then((body) => done(null, body), done);
    });
    for (const path of ["/parallel/:secret/answers", "/parallel/:secret/answers/:channel"])
      app.post(path, async (request, reply) => {
        const { secret } = request.params as { readonly secret: string };
        const oldSystem = await deps.findOldSystem(secret);
        if (oldSystem === null) return refuse("not_found", "Not found");
        const answer = parseAnswer(
          parseStrictJson((request.body as Buffer | undefined) ?? Buffer.alloc(0)),
        );
        if (isFailure(answer)) throw new Refusal(answer);
        if (answer !== null) await writeAnswer(deps, oldSystem, answer);
        return reply.code(200).send({ result: "ok" });
      });
  };

/** Stores the answer once by its id (MV-083). */
async function writeAnswer(
  { write, limits }: ReceiveAnswerDeps,
  { account, channelId, keyScope }: { account: number; channelId: number; keyScope: string },
  { customer, id, ...answer }: NonNullable<ParsedAnswer>,
): Promise<void> {
  await assertWithinLimits(limits, `answers:${channelId}`, customer);
  const content = JSON.stringify([customer, answer.text, answer.media ?? null]);
  await write({
    account,
    subject: { customer: { channelId, key: customer } },
    handler: receiveOldSystemAnswer(answer),
    idempotency: { scope: keyScope, key: id, hash: hash("sha256", content, "buffer") },
    bytes: countCommandBytes(answer.text.length),
  });
}

const ignoredTypes: ReadonlySet<string> = new Set([
  "typein",
  "typeout",
  "start",
  ...reservedTypes,
  ...receiptTypes,
]);

/** Converts a body of CH-071. Checks in the order of CH-039. */
function parseAnswer(body: unknown): ParsedAnswer | Failure {
  if (!isJsonObject(body)) return fail("invalid_json", "The body must be one JSON object.");
  const { sender, recipient, message } = body;
  const invalid = (field: string): Failure =>
    fail("invalid_request", `${field} is missing or invalid.`, { field });
  if (!isJsonObject(recipient)) return invalid("recipient");
  if (!isJsonObject(message)) return invalid("message");
  const { type } = message;
  if (typeof type !== "string") return invalid("message.type");
  const customer = parseCustomerId(recipient["id"]);
  if (isFailure(customer)) return invalid("recipient.id");
  if (ignoredTypes.has(type)) return null;
  const content = parseMessageContent(type, message);
  if (isFailure(content)) return content;
  const id = parseShortText(message["id"]);
  if (id === null) return invalid("message.id");
  const name = isJsonObject(sender) ? parseShortText(sender["name"]) : null;
  return {
    ...content,
    customer: customer.customer,
    id,
    name: toVisibleLine(name ?? "", 100) || "Operator",
  };
}
