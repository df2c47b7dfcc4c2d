import type { NewBroadcast } from "@parlour/protocol/api";
import { broadcastKinds, stopPercents } from "@parlour/protocol/broadcast";
import { findUnknownVariable } from "@parlour/protocol/api/writing-limits";
import { canSeeChannel, type Principal } from "../../../auth/index.ts";
import type { AccountConfig } from "../../../core/command.ts";
import { fillTemplate } from "../../../core/channel/template.ts";
import { fail, isFailure, refuse, Refusal } from "../../../core/failure.ts";
import { cleanText, isBlank } from "../../../core/text.ts";
import { getAudienceFilter } from "../../../settings/content/audience.ts";
import { requireText } from "../../../settings/texts.ts";
import { segmentStore } from "../../../store/settings/content/segment.ts";
import type { BroadcastContent, BroadcastInput } from "../../../store/broadcasts/broadcast.ts";
import type { ConnectorPort } from "../../channels/connectors/connector-port.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

export interface NewBroadcastDeps extends RouteDeps {
  readonly connectors: ConnectorPort;
}

/** The fields that each kind of channel requires. Others are refused. */
const contentFields = {
  mail: ["subject", "text"],
  telegram: ["text"],
  whatsapp: ["template"],
} as const;
type ContentField = "subject" | "text" | "template";
const allFields: readonly ContentField[] = ["subject", "text", "template"];

/** Checks it (BC-002). Throws `invalid_request` with the field, or `not_found`. */
export async function readNewBroadcast(
  deps: NewBroadcastDeps,
  principal: Principal,
  body: NewBroadcast,
): Promise<BroadcastInput> {
  const config = await deps.config(principal.accountId);
  const audience = { ...getAudienceFilter(principal), id: body.segment_id };
  const [segment] = await segmentStore.list(deps.reader, principal.accountId, audience);
  if (segment === undefined) return refuse("not_found", "There is no such segment.");
  return {
    name: requireText(cleanText(body.name), "name"),
    segment: { id: body.segment_id, name: segment.values.name },
    condition: segment.values.if,
    channelId: body.channel_id,
    content: await readContent(deps, principal, body, config),
    stopPercent: body.stop_percent ?? stopPercents.default,
    operatorId: principal.operatorId,
  };
}

async function readContent(
  deps: NewBroadcastDeps,
  principal: Principal,
  body: NewBroadcast,
  config: AccountConfig,
): Promise<BroadcastContent> {
  const channel = config.channels.get(body.channel_id);
  const isUsed = canSeeChannel(principal, body.channel_id, config);
  if (channel === undefined || channel.deleted || !isUsed)
    return refuse("invalid_request", "There is no such channel.", { field: "channel_id" });
  const kind = broadcastKinds.find((one) => one === channel.kind);
  if (kind === undefined)
    return refuse("invalid_request", "Channels of email, Telegram and WhatsApp send broadcasts.", {
      field: "channel_id",
    });
  const required: readonly ContentField[] = contentFields[kind];
  for (const field of allFields)
    if (required.includes(field) !== (body[field] !== undefined))
      refuse(
        "invalid_request",
        required.includes(field)
          ? `${field} is missing.`
          : `This channel takes only ${required.join(" and ")}.`,
        { field },
      );
  const { template } = body;
  if (template === undefined) {
    const [subject, text] = [body.subject, body.text];
    return {
      subject: checkText(config, subject, "subject"),
      text: checkText(config, text, "text"),
    };
  }
  const templates = await deps.connectors.templates(principal.accountId, channel.id);
  // The service fills no variables, so the values are checked as they are written.
  const filled = fillTemplate(templates, template);
  if (isFailure(filled)) throw new Refusal(filled);
  for (const [name, value] of Object.entries(filled.template.parameters))
    checkText(config, value, `template.parameters.${name}`);
  const source = templates.find(
    ({ name, language }) => name === template.name && language === template.language,
  );
  return source === undefined ? {} : { template: { source, values: filled.template } };
}

function checkText(
  { fields = [] }: AccountConfig,
  input: string | undefined,
  field: string,
): string | undefined {
  if (input === undefined) return undefined;
  const text = cleanText(input);
  if (isBlank(text)) refuse("invalid_request", `${field} is empty.`, { field });
  const unknown = findUnknownVariable(text, fields);
  if (unknown !== null)
    throw new Refusal(fail("invalid_request", `{${unknown}} is not a variable.`, { field }));
  return text;
}
