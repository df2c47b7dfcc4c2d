import type { ConnectorChannel } from "../../../connectors/connector.ts";
import { downloadAttachment, withFile } from "../../../connectors/inbound/download-attachment.ts";
import type { InboundMessage, PressedButton } from "../../../connectors/inbound-message.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import { parseCallbackData } from "../../../connectors/outbound/callback-data.ts";
import { downloadTimeoutMs, type GraphClient } from "../../../connectors/meta/graph-client.ts";
import { createLateDownload } from "../../../connectors/meta/late-download.ts";
import type { Outbox, ServicePort } from "../../../connectors/ports.ts";
import { toPartId, type ParsedMessage } from "../format/parse-message.ts";
import type { Product } from "../products.ts";
import type { Profile } from "./profiles.ts";

export interface StoreMessageDeps {
  readonly clock: ServicePort["clock"];
  readonly log: ServicePort["log"];
  readonly product: Product;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly graph: GraphClient;
  readonly metadataKey: Buffer;
  readonly readProfile: (channel: ConnectorChannel, customer: string) => Promise<Profile>;
}

/** Largest file that is received, in bytes. Customers can send at most 25 MB. */
const maxFileBytes = 100 * 1024 * 1024;

/** Stores a customer's message once, with its file (ME-013). Rejects if it must be sent again. */
export async function storeMessage(
  deps: StoreMessageDeps,
  channel: ConnectorChannel,
  message: ParsedMessage,
): Promise<void> {
  const { inbox, outbox, graph, product } = deps;
  const { file, change, at } = message;
  if (change === "deleted") return removeMessage(deps, channel, message);
  if (change === "edited" && (await editMessage(deps, channel, message))) return;
  const isKnown = (await outbox.messages.find(channel, message.mid)) !== null;
  const profile = isKnown ? {} : await deps.readProfile(channel, message.customer);
  const inbound = { ...toInboundMessage(deps, message), ...profile };
  if (file === undefined || isKnown) return void (await inbox.receive(channel, inbound));
  const download = createLateDownload(deps, channel, {
    at,
    serviceName: product.name,
    file: { name: file.name, voice: file.voice },
    async open() {
      const opened = await graph.download(channel, file.url, {
        maxBytes: maxFileBytes,
        timeoutMs: downloadTimeoutMs,
        isPublic: true,
      });
      return "body" in opened
        ? opened
        : { failure: `The file ${file.name} cannot be loaded: ${opened.failure}`, isFinal: false };
    },
  });
  await downloadAttachment(
    download,
    async (downloaded) =>
      void (await inbox.receive(channel, withFile(inbound, file.name, downloaded))),
  );
}

/** Marks a message and its further files as deleted (ME-017). */
async function removeMessage(
  { clock, inbox }: StoreMessageDeps,
  channel: ConnectorChannel,
  { mid, at }: ParsedMessage,
): Promise<void> {
  const deletion = { at: at ?? clock.now() };
  let isKnown = await inbox.remove(channel, { ...deletion, externalId: mid });
  for (let n = 1; isKnown; n += 1)
    isKnown = await inbox.remove(channel, { ...deletion, externalId: toPartId(mid, n) });
}

/** Applies an edit. Resolves with false for an unknown message, which is then stored (ME-017). */
const editMessage = (
  { clock, inbox }: StoreMessageDeps,
  channel: ConnectorChannel,
  { mid, text, at }: ParsedMessage,
): Promise<boolean> =>
  inbox.edit(channel, { externalId: mid, text, editedAt: at ?? clock.now(), media: undefined });

function toInboundMessage(
  { metadataKey }: StoreMessageDeps,
  { mid, customer, at, text, media, payload, origin, refersTo }: ParsedMessage,
): InboundMessage {
  return {
    customer,
    externalId: mid,
    text,
    writtenAt: at ?? undefined,
    media,
    pressed: parsePressed(payload ?? "", metadataKey),
    origin,
    refersTo,
  };
}

/** Parses the payload of a quick reply: our names of the message, and the position (ME-022). */
function parsePressed(payload: string, key: Buffer): PressedButton | undefined {
  const [data = "", position = ""] = payload.split("#");
  const message = parseCallbackData(data, key);
  return message === null || !/^\d{1,2}$/.test(position)
    ? undefined
    : { message, buttonId: Number(position) };
}
