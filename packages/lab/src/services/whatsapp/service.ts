import { randomBytes } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { parseObject, toObject, toText } from "../../endpoints/received-request.ts";
import { checkMessage, type MessageBody } from "./check-message.ts";
import { createFaults } from "../meta/faults.ts";
import { startLocalServer } from "../local-server.ts";
import { GraphError, sendGraphError, sendJson } from "../meta/graph-error.ts";
import { createMediaStore, describeMedia } from "./media-store.ts";
import { checkAuthorization, readRequest } from "../meta/request.ts";
import {
  checkTemplateMessage,
  defaultTemplates,
  listTemplates,
  type LabTemplate,
} from "./templates.ts";
import type {
  LabCustomer,
  MessageStatus,
  ReadMark,
  SentMessage,
  StatusExtra,
  WhatsAppService,
  WhatsAppServiceOptions,
} from "./types.ts";
import { createWebhookSender, type WebhookSender } from "../meta/webhook-sender.ts";
import { describeContact, describeError } from "./webhook-values.ts";

const displayPhoneNumber = "+1 555-078-3881";
const sentOnly: readonly MessageStatus[] = ["sent"];
const windowMs = 24 * 3_600_000;

export async function startWhatsAppService(
  options: WhatsAppServiceOptions = {},
): Promise<WhatsAppService> {
  const service = new Service(options);
  const server = http.createServer((request, response) => {
    service
      .handle(request, response)
      .catch((error: unknown) => {
        if (error instanceof GraphError) sendGraphError(response, error);
        else response.destroy(error instanceof Error ? error : undefined);
      })
      .finally(options.onChange);
  });
  const { url, close } = await startLocalServer(server, options.port);
  service.url = url;
  service.onClose = close;
  return service;
}

/** `id`: of the object that the request is about. */
interface ApiRequest {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly body: Buffer;
  readonly id: string;
}

function throwUnsupported(): never {
  throw new GraphError(100, "Unsupported request: the object does not exist.", { status: 404 });
}

class Service implements WhatsAppService {
  url = "";
  onClose: () => Promise<void> = () => Promise.resolve();
  readonly phoneNumberId: string;
  readonly wabaId: string;
  readonly accessToken: string;
  readonly appSecret: string;
  readonly messages: SentMessage[] = [];
  readonly readMarks: ReadMark[] = [];
  readonly sentStatuses = new Map<string, MessageStatus[]>();
  readonly templates: LabTemplate[] = [...defaultTemplates];
  readonly media = createMediaStore();
  readonly faults = createFaults();
  readonly webhooks: WebhookSender;
  private readonly now: () => number;
  private readonly onChange: () => void;
  private readonly statuses: readonly MessageStatus[];
  /** Time of the latest message of each customer, by phone number and by user id. */
  private readonly lastMessageAt = new Map<string, number>();
  private readonly customers = new Map<string, LabCustomer>();
  private address: string | null = null;
  private isSubscribed = false;
  private lastMessage = 0;

  constructor(options: WhatsAppServiceOptions) {
    const { identity = {} } = options;
    this.phoneNumberId = identity.phoneNumberId ?? "106540352242922";
    this.wabaId = identity.wabaId ?? "102290129340398";
    this.accessToken = identity.accessToken ?? `EAAlab${randomBytes(24).toString("hex")}`;
    this.appSecret = identity.appSecret ?? randomBytes(16).toString("hex");
    this.now = options.now ?? Date.now;
    this.onChange = options.onChange ?? (() => undefined);
    this.statuses = options.statuses ?? ["sent"];
    this.webhooks = createWebhookSender({
      appSecret: this.appSecret,
      describe: (values) => ({
        object: "whatsapp_business_account",
        entry: values.map((value) => ({
          id: this.wabaId,
          changes: [{ value, field: "messages" }],
        })),
      }),
      getAddress: () => this.address,
      retryMs: options.retryMs ?? 500,
      repeats: () => this.faults.webhookRepeats,
    });
  }

  webhookAddress(): string | null {
    return this.address;
  }
  setWebhookAddress(address: string | null): void {
    this.address = address;
  }

  async receive(
    customer: LabCustomer,
    content: MessageBody & { readonly id?: string },
  ): Promise<string> {
    const id = content.id ?? this.createMessageId();
    for (const key of [customer.phone, customer.userId])
      if (key !== undefined) {
        this.lastMessageAt.set(key, this.now());
        this.customers.set(key, customer);
      }
    await this.webhooks.push(
      {
        ...this.describeNumber(),
        contacts: [describeContact(customer)],
        messages: [
          {
            from: customer.phone,
            from_user_id: customer.userId,
            id,
            timestamp: String(Math.floor(this.now() / 1_000)),
            ...content,
          },
        ],
      },
      customer.userId,
    );
    this.onChange();
    return id;
  }

  async sendStatus(
    wamid: string,
    status: MessageStatus,
    { errorCode, at = this.now() }: StatusExtra = {},
  ): Promise<void> {
    this.sentStatuses.set(wamid, [...(this.sentStatuses.get(wamid) ?? []), status]);
    const message = this.messages.find((one) => one.wamid === wamid);
    const recipient = message?.recipient ?? "16505551234";
    const callbackData = message?.body["biz_opaque_callback_data"];
    await this.webhooks.push(
      {
        ...this.describeNumber(),
        statuses: [
          {
            id: wamid,
            status,
            timestamp: String(Math.floor(at / 1_000)),
            ...(/^\d+$/.test(recipient)
              ? { recipient_id: recipient }
              : { recipient_user_id: recipient }),
            biz_opaque_callback_data: callbackData,
            errors: errorCode === undefined ? undefined : [describeError(errorCode)],
          },
        ],
      },
      `status ${recipient}`,
    );
  }

  async close(): Promise<void> {
    this.webhooks.close();
    await this.onClose();
  }

  /** Handles a request to the API. Throws GraphError. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url);
    const body = await readRequest(request);
    const [root = "", token = ""] = [url.pathname.split("/")[1], url.pathname.split("/").at(-1)];
    const isDownload = root === "whatsapp_business";
    const outcome = this.faults.take(`${request.method} ${url.pathname}`);
    if (outcome?.kind === "hang") return;
    if (outcome?.kind === "cut") return void response.destroy();
    checkAuthorization(request, isDownload ? null : url.searchParams.get("appsecret_proof"), this);
    if (outcome?.kind === "error")
      throw new GraphError(outcome.code, "The lab was asked to fail.", outcome);
    if (isDownload) return this.sendMedia(response, token);
    const answer = await this.answer(request, url, body);
    // The message was accepted, but its answer is lost.
    if (outcome?.kind === "cut_after") return void response.destroy();
    sendJson(response, 200, answer);
  }

  private async answer(request: IncomingMessage, url: URL, body: Buffer): Promise<unknown> {
    const [id = "", edge = ""] = url.pathname.split("/").slice(2);
    const object = id === this.wabaId ? "waba" : id === this.phoneNumberId ? "number" : "media";
    const answer = this.routes[`${request.method} ${object}/${edge}`];
    const found = await answer?.({ request, url, body, id });
    return found ?? throwUnsupported();
  }

  /** The requests of the API. undefined: the object does not exist. */
  private readonly routes: Readonly<Partial<Record<string, (request: ApiRequest) => unknown>>> = {
    "GET number/": () => this.describePhoneNumber(),
    "POST number/": ({ body }) => this.overrideWebhook(parseObject(body.toString("utf8"))),
    "POST number/messages": ({ body }) => this.acceptMessage(parseObject(body.toString("utf8"))),
    "POST number/media": async ({ request, body }) => ({
      id: (await this.media.receiveUpload(request, body)).id,
    }),
    "GET waba/phone_numbers": () => ({
      data: [this.describePhoneNumber()],
      paging: { cursors: {} },
    }),
    "POST waba/subscribed_apps": () => {
      this.isSubscribed = true;
      return { success: true };
    },
    "GET waba/subscribed_apps": () => ({
      data: this.isSubscribed ? [{ whatsapp_business_api_data: { id: "1" } }] : [],
    }),
    "GET waba/message_templates": ({ url }) => listTemplates(this.templates, url),
    "GET media/": ({ id }) => {
      const media = this.media.find(id);
      return media && describeMedia(media, this.url);
    },
  };

  private describeNumber() {
    return {
      messaging_product: "whatsapp",
      metadata: {
        display_phone_number: displayPhoneNumber.replaceAll(/\D/g, ""),
        phone_number_id: this.phoneNumberId,
      },
    };
  }

  private describePhoneNumber() {
    return {
      id: this.phoneNumberId,
      display_phone_number: displayPhoneNumber,
      verified_name: "Lab shop",
      quality_rating: "GREEN",
      webhook_configuration: this.address === null ? {} : { phone_number: this.address },
    };
  }

  /** Sets the address of webhooks after the handshake with `hub.challenge`. */
  private async overrideWebhook(body: MessageBody): Promise<unknown> {
    const wanted = toObject(body["webhook_configuration"]);
    const address = toText(wanted["override_callback_uri"]);
    const challenge = String(this.now());
    const query = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.verify_token": toText(wanted["verify_token"]),
      "hub.challenge": challenge,
    });
    const answer = await fetch(`${address}?${query.toString()}`)
      .then(async (got) => ({ status: got.status, text: await got.text() }))
      .catch(() => ({ status: 0, text: "" }));
    if (answer.status !== 200 || answer.text !== challenge)
      throw new GraphError(
        100,
        `Callback verification failed with the following errors: HTTP Status Code = ${answer.status}.`,
      );
    this.address = address;
    return { success: true };
  }

  private acceptMessage(body: MessageBody): unknown {
    if (body["status"] === "read") {
      const messageId = String(body["message_id"]);
      this.readMarks.push({ messageId, isTyping: body["typing_indicator"] !== undefined });
      return { success: true };
    }
    checkMessage(body, (id) => this.media.find(id) !== undefined);
    if (body["type"] === "template") checkTemplateMessage(body, this.templates);
    const recipient = String(body["to"] ?? body["recipient"]);
    const wamid = this.createMessageId();
    this.messages.push({ wamid, at: this.now(), recipient, body });
    const isOpen = this.now() - (this.lastMessageAt.get(recipient) ?? -windowMs) < windowMs;
    // A message outside the window is accepted, and its failure follows as a status.
    if (isOpen || body["type"] === "template")
      // A reaction has no other state than `sent`.
      for (const status of body["type"] === "reaction" ? sentOnly : this.statuses)
        void this.sendStatus(wamid, status);
    else void this.sendStatus(wamid, "failed", { errorCode: 131047 });
    const customer = this.customers.get(recipient);
    return {
      messaging_product: "whatsapp",
      contacts: [
        {
          input: recipient,
          wa_id: customer?.phone === undefined ? undefined : customer.phone,
          user_id: customer?.userId,
        },
      ],
      messages: [{ id: wamid }],
    };
  }

  private sendMedia(response: ServerResponse, token: string): void {
    const media = this.media.findByToken(token);
    if (media === undefined)
      throw new GraphError(100, "The media does not exist.", { status: 404 });
    response
      .writeHead(200, { "content-type": media.type, "content-length": media.body.length })
      .end(media.body);
  }

  private createMessageId(): string {
    this.lastMessage += 1;
    const suffix = randomBytes(9).toString("base64");
    return `wamid.HBgL${Buffer.from(`${this.lastMessage}`).toString("base64")}${suffix}`;
  }
}
