import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parseObject, toObject, toText } from "../../endpoints/received-request.ts";
import { createFaults } from "../meta/faults.ts";
import { GraphError, sendJson } from "../meta/graph-error.ts";
import { checkAuthorization, parseForm, readRequest } from "../meta/request.ts";
import { createWebhookSender, type WebhookSender } from "../meta/webhook-sender.ts";
import { checkMessage } from "./check-message.ts";
import type {
  Fields,
  LabCustomer,
  LabFile,
  LabProduct,
  MessengerService,
  MessengerServiceOptions,
  SentMessage,
} from "./types.ts";

const pageId = "110584381762399";
const instagramId = "17841405822304914";
/** Fields of the webhooks to which the dashboard is subscribed. */
const fields = {
  messenger: [
    "messages",
    "messaging_postbacks",
    "messaging_referrals",
    "message_deliveries",
    "message_reads",
    "message_echoes",
    "message_edits",
    "message_reactions",
  ],
  instagram: [
    "messages",
    "messaging_postbacks",
    "messaging_referral",
    "messaging_seen",
    "message_reactions",
  ],
};

/** One account of the platform without a server. `MessengerService` describes what is public. */
export class Account implements MessengerService {
  url = "";
  onClose: () => Promise<void> = () => Promise.resolve();
  readonly product: LabProduct;
  readonly accountId: string;
  readonly appId = "1517776481860111";
  readonly accessToken: string;
  readonly appSecret: string;
  readonly messages: SentMessage[] = [];
  readonly actions: Fields[] = [];
  readonly attachments = new Map<string, LabFile>();
  readonly blocked = new Set<string>();
  hasInstagram = true;
  readonly faults = createFaults();
  readonly webhooks: WebhookSender;
  private readonly options: MessengerServiceOptions;
  private readonly customers = new Map<string, LabCustomer>();
  private readonly lastMessageAt = new Map<string, number>();
  private readonly files = new Map<string, LabFile>();
  private address: string | null = null;
  private lastMessage = 0;

  constructor(options: MessengerServiceOptions) {
    const { product, identity } = options;
    this.options = options;
    this.product = product;
    this.accountId = product === "messenger" ? pageId : instagramId;
    this.accessToken = identity?.accessToken ?? `EAAlab${randomBytes(24).toString("hex")}`;
    this.appSecret = identity?.appSecret ?? randomBytes(16).toString("hex");
    this.webhooks = createWebhookSender({
      appSecret: this.appSecret,
      describe: (events) => ({
        object: product === "messenger" ? "page" : "instagram",
        entry: events.map((event) => ({
          id: this.accountId,
          time: this.now(),
          messaging: [event],
        })),
      }),
      getAddress: () => this.address,
      retryMs: options.retryMs ?? 500,
      repeats: () => this.faults.webhookRepeats,
    });
  }
  private now(): number {
    return this.options.now?.() ?? Date.now();
  }

  webhookAddress(): string | null {
    return this.address;
  }
  setWebhookAddress(address: string | null): void {
    this.address = address;
  }
  async connect(address: string, verifyToken: string): Promise<boolean> {
    const challenge = String(this.now());
    const query = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.verify_token": verifyToken,
      "hub.challenge": challenge,
    });
    const answer = await fetch(`${address}?${query.toString()}`).catch(() => null);
    const isRight = answer?.status === 200 && (await answer.text()) === challenge;
    if (isRight) this.address = address;
    return isRight;
  }

  addFile(file: LabFile): string {
    const token = randomBytes(12).toString("hex");
    this.files.set(token, file);
    // Addresses of Meta have 300 to 600 characters.
    const signature = randomBytes(180).toString("hex");
    return `${this.url}/files/${token}/${encodeURIComponent(file.name)}?_nc_ht=lab&oh=${signature}`;
  }

  async receive(customer: LabCustomer, message: Fields): Promise<string> {
    const mid = toText(message["mid"]) || this.createMessageId();
    this.lastMessageAt.set(customer.id, this.now());
    await this.send(customer, { message: { ...message, mid } });
    return mid;
  }
  async send(customer: LabCustomer, event: Fields): Promise<void> {
    this.customers.set(customer.id, customer);
    const sender = { id: customer.id };
    await this.webhooks.push(
      { sender, recipient: { id: this.accountId }, timestamp: this.now(), ...event },
      customer.id,
    );
    this.options.onChange?.();
  }
  sendReceipt(customerId: string, state: "delivered" | "read"): Promise<void> {
    const last = this.messages.findLast(({ recipient }) => recipient === customerId);
    const watermark = this.now();
    const receipt = this.product === "messenger" ? { watermark } : { mid: last?.mid };
    const name = state === "read" ? "read" : "delivery";
    return this.webhooks.push(
      {
        sender: { id: customerId },
        recipient: { id: this.accountId },
        timestamp: watermark,
        [name]: receipt,
      },
      `states ${customerId}`,
    );
  }

  async close(): Promise<void> {
    this.webhooks.close();
    await this.onClose();
  }

  /** Whether a request has a token of this account, or is for one of its files. */
  isAddressed({ url = "", headers: { authorization = "" } }: IncomingMessage): boolean {
    const [, root = "", file = ""] = url.split("/");
    return root === "files"
      ? this.files.has(file)
      : authorization.endsWith(this.accessToken) || authorization.endsWith(this.appSecret);
  }
  /** Handles a request to the API. Throws GraphError. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url);
    const body = await readRequest(request);
    const fault = this.faults.take(`${request.method} ${url.pathname}`);
    if (fault?.kind === "hang") return;
    if (fault?.kind === "cut") return void response.destroy();
    if (fault?.kind === "slow") await wait(fault.ms);
    const [root = "", second = "", edge = ""] = url.pathname.split("/").slice(1);
    if (root === "files") return this.sendFile(response, second);
    const isApp = second === this.appId;
    const accessToken = isApp ? `${this.appId}|${this.appSecret}` : this.accessToken;
    checkAuthorization(request, url.searchParams.get("appsecret_proof"), {
      accessToken,
      appSecret: this.appSecret,
    });
    if (fault?.kind === "error")
      throw new GraphError(fault.code, "The lab was asked to fail.", fault);
    const answer = await this.answer(request, { second, edge }, body);
    // The message was accepted, but its answer is lost.
    if (fault?.kind === "cut_after") return void response.destroy();
    if (fault?.kind === "hang_after") return;
    sendJson(response, 200, answer);
  }

  private async answer(
    request: IncomingMessage,
    { second, edge }: { readonly second: string; readonly edge: string },
    body: Buffer,
  ): Promise<unknown> {
    const parse = (): Fields => parseObject(body.toString("utf8"));
    const object = second === this.appId ? "app" : second === "me" ? "me" : "customer";
    switch (`${request.method} ${object}/${edge}`) {
      case "GET me/":
        return this.describePage();
      case "GET app/":
        return { id: this.appId };
      case "GET app/subscriptions":
        return { data: this.address === null ? [] : [this.describeWebhook(this.address)] };
      case "POST me/subscribed_apps":
        return { success: true };
      case "POST me/messages":
        return this.acceptMessage(parse());
      case "POST me/message_attachments":
        return this.receiveUpload(request, body);
      case "GET customer/":
        return this.describeCustomer(second);
      default:
        throw new GraphError(100, "Unsupported request: the object does not exist.", {
          status: 404,
        });
    }
  }

  private describePage() {
    const instagram_business_account = this.hasInstagram
      ? { id: instagramId, username: "lab.shop" }
      : undefined;
    return { id: pageId, name: "Lab shop", instagram_business_account };
  }
  private describeWebhook(address: string) {
    return {
      object: this.product === "messenger" ? "page" : "instagram",
      callback_url: address,
      active: true,
      fields: fields[this.product].map((name) => ({ name, version: "v25.0" })),
    };
  }
  private describeCustomer(id: string): Fields {
    const { name } = this.requireCustomer(id);
    const [first_name = "", ...rest] = name.split(" ");
    return this.product === "messenger"
      ? { first_name, last_name: rest.join(" "), id }
      : { name, username: name.toLowerCase().replaceAll(" ", "."), id };
  }
  private requireCustomer(id: string): LabCustomer {
    const found = this.customers.get(id);
    if (found !== undefined) return found;
    throw new GraphError(100, "No matching user found", { subcode: 2_018_001 });
  }

  private acceptMessage(body: Fields): unknown {
    const { id } = this.requireCustomer(toText(toObject(body["recipient"])["id"]));
    if (this.blocked.has(id)) throw new GraphError(551, "This person isn't available right now.");
    if (body["sender_action"] !== undefined) {
      this.actions.push(body);
      return { recipient_id: id };
    }
    checkMessage(body, {
      product: this.product,
      ageMs: this.now() - (this.lastMessageAt.get(id) ?? -Infinity),
      hasAttachment: (one) => this.attachments.has(one),
    });
    const mid = this.createMessageId();
    this.messages.push({ mid, at: this.now(), recipient: id, body });
    if (this.options.hasEchoes !== false) void this.sendEcho(id, mid, toObject(body["message"]));
    for (const receipt of this.options.receipts ?? []) void this.sendReceipt(id, receipt);
    return { recipient_id: id, message_id: mid };
  }

  private sendEcho(customer: string, mid: string, { text, metadata }: Fields): Promise<void> {
    return this.webhooks.push(
      {
        sender: { id: this.accountId },
        recipient: { id: customer },
        timestamp: this.now(),
        message: { is_echo: true, app_id: Number(this.appId), metadata, mid, text },
      },
      `states ${customer}`,
    );
  }

  private async receiveUpload(request: IncomingMessage, body: Buffer): Promise<unknown> {
    const form = await parseForm(request.headers["content-type"] ?? "", body);
    const file = form.get("filedata");
    const message = parseObject(toText(form.get("message")));
    const { type } = toObject(message["attachment"]);
    if (!(file instanceof File) || type === undefined)
      throw new GraphError(100, "filedata and message are required.");
    if ((this.product === "instagram") !== (form.get("platform") === "instagram"))
      throw new GraphError(100, "platform is not valid.");
    if (/[^\x20-\x7e]/.test(file.name)) throw new GraphError(100, "The name is not ASCII.");
    const id = String(1_000_000_000_000_000 + this.attachments.size);
    const bytes = Buffer.from(await file.arrayBuffer());
    this.attachments.set(id, { name: file.name, type: file.type, body: bytes });
    return { attachment_id: id };
  }

  private sendFile(response: ServerResponse, token: string): void {
    const file = this.files.get(token);
    if (file === undefined) return void response.writeHead(404).end();
    const { type, body } = file;
    response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body);
  }

  private createMessageId(): string {
    this.lastMessage += 1;
    return `m_${this.lastMessage}${randomBytes(18).toString("base64url")}`;
  }
}
