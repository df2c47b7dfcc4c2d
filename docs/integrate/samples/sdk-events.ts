// Adds a note about the parcel to each chat that asks for one, once also after a restart.
// Environment: PARLOUR_URL, PARLOUR_KEY (an API key with the scopes chats.read and chats.answer).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createParlour } from "@parlour/sdk";

const parlour = createParlour({ url: process.env.PARLOUR_URL!, apiKey: process.env.PARLOUR_KEY! });
for await (const chat of parlour.listChats({ state: "open", limit: 200 })) console.log(`open: ${chat.id}`);

const after = existsSync("cursor.txt") ? readFileSync("cursor.txt", "utf8") : null;
for await (const event of parlour.events({ after, types: ["message_created"] })) {
  const { chat_id, author, text, seq } = event.data.message;
  if (author.kind === "visitor" && text.includes("parcel")) {
    const note = { kind: "note", text: "Parcel 4711 arrives tomorrow.", client_id: `parcel-${chat_id}-${seq}` } as const;
    await parlour.sendMessage({ id: chat_id, body: note });
  }
  writeFileSync("cursor.txt", event.cursor);
}
