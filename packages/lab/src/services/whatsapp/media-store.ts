import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { GraphError } from "../meta/graph-error.ts";
import { parseForm } from "../meta/request.ts";

/** Types that the service accepts as uploads, with their largest size in bytes. */
const mib = 1024 * 1024;
const uploadTypes: readonly { readonly pattern: RegExp; readonly maxBytes: number }[] = [
  { pattern: /^image\/(?:jpeg|png)$/, maxBytes: 5 * mib },
  { pattern: /^image\/webp$/, maxBytes: 500 * 1024 },
  { pattern: /^video\/(?:mp4|3gpp)$/, maxBytes: 16 * mib },
  { pattern: /^audio\/(?:aac|amr|mpeg|mp4|ogg)$/, maxBytes: 16 * mib },
  {
    pattern: /^(?:text\/plain|application\/(?:pdf|msword|vnd\.(?:ms-|openxmlformats-).+))$/,
    maxBytes: 100 * mib,
  },
];

/** A media object of the service. */
export interface LabMedia {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly body: Buffer;
  /** Size that GET /{media_id} reports, for tests of wrong announcements. */
  readonly announcedBytes: number;
  /** Address that GET /{media_id} returns instead of the service's own. */
  readonly address: string | null;
  readonly token: string;
}

export interface MediaStore {
  add(media: {
    readonly type: string;
    readonly body: Buffer;
    readonly name?: string;
    readonly announcedBytes?: number;
    readonly address?: string;
  }): LabMedia;
  find(id: string): LabMedia | undefined;
  findByToken(token: string): LabMedia | undefined;
  /** Stores the file of POST /{phone_number_id}/media. Throws GraphError. */
  receiveUpload(request: IncomingMessage, body: Buffer): Promise<LabMedia>;
}

export function createMediaStore(): MediaStore {
  const media = new Map<string, LabMedia>();
  let lastId = 1_000_000_000_000_000;
  const add: MediaStore["add"] = ({ type, body, name = "", announcedBytes, address = null }) => {
    const one = {
      id: String((lastId += 1)),
      type,
      name,
      body,
      announcedBytes: announcedBytes ?? body.length,
      address,
      token: randomBytes(12).toString("hex"),
    };
    media.set(one.id, one);
    return one;
  };
  return {
    add,
    find: (id) => media.get(id),
    findByToken: (token) => [...media.values()].find((one) => one.token === token),
    async receiveUpload(request, body) {
      const form = await parseForm(request.headers["content-type"] ?? "", body);
      if (form.get("messaging_product") !== "whatsapp")
        throw new GraphError(100, "messaging_product must be whatsapp.");
      const file = form.get("file");
      const type = form.get("type");
      if (!(file instanceof File) || typeof type !== "string")
        throw new GraphError(100, "file and type are required.");
      const rule = uploadTypes.find(({ pattern }) => pattern.test(type));
      if (rule === undefined) throw new GraphError(100, `Unsupported media type ${type}.`);
      if (file.size > rule.maxBytes) throw new GraphError(131053, "The file is too large.");
      return add({ type, name: file.name, body: Buffer.from(await file.arrayBuffer()) });
    },
  };
}

/** Returns the body of GET /{media_id}. `base` is the address of the service. */
export function describeMedia(one: LabMedia, base: string): Readonly<Record<string, unknown>> {
  return {
    url: one.address ?? `${base}/whatsapp_business/attachments/${one.token}`,
    mime_type: one.type,
    sha256: createHash("sha256").update(one.body).digest("hex"),
    file_size: one.announcedBytes,
    id: one.id,
    messaging_product: "whatsapp",
  };
}
