import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { ChannelTemplate } from "../../../core/entity.ts";
import { refuse } from "../../../core/failure.ts";
import { parseTemplatePage } from "../format/templates.ts";
import { requestTimeoutMs, type GraphClient } from "../../../connectors/meta/graph-client.ts";
import { readAnswer } from "../service/read-answer.ts";
import { getAccountId } from "../settings.ts";

const maxTemplatePages = 10;

/** Lists the templates that can be sent (WA-030). Throws Refusal `not_available`. */
export async function listTemplates(
  graph: GraphClient,
  channel: ConnectorChannel,
): Promise<readonly ChannelTemplate[]> {
  const found: ChannelTemplate[] = [];
  let after: string | null = "";
  for (let page = 0; page < maxTemplatePages && after !== null; page += 1) {
    const path: string = `${getAccountId(channel)}/message_templates?fields=name,language,status,category,components&limit=100${after === "" ? "" : `&after=${encodeURIComponent(after)}`}`;
    const answer = readAnswer(await graph.get(channel, path, requestTimeoutMs));
    if (answer.kind === "fault") return refuse("not_available", answer.notice.message);
    const { templates, next } = parseTemplatePage(answer.body);
    found.push(...templates);
    after = next;
  }
  return found.toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language),
  );
}
