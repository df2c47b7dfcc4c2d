import type { Files } from "../../files/index.ts";
import type { PictureProxy } from "../../files/picture-proxy.ts";
import type { ZipDeps } from "../kit/xlsx.ts";

export { chatCommandRoutes } from "./chat-commands.ts";
export { chatRoutes } from "./chats.ts";
export { draftRoutes } from "./drafts.ts";
export { mediaProxyRoute } from "./media-proxy.ts";
export { offlineMessageRoutes } from "./offline-messages.ts";
export { sendMessageRoute } from "./send-message.ts";
export { chatTagsRoute } from "./tags.ts";
export { transcriptRoute } from "./transcript/transcript.ts";
export { uploadRoutes } from "./uploads.ts";
export { markRead } from "./read-mark.ts";

export interface FilePorts extends ZipDeps {
  readonly files: Pick<Files, "store" | "storePhoto" | "find" | "claim" | "release" | "discard">;
  /** Maximum size of an upload, in bytes (CFG-030). */
  readonly fileBytes: () => number;
  readonly picture: PictureProxy["picture"];
}
